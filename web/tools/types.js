// Makes web/generated/wire.ts from the server's structs: a renamed field fails the build.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ours = ['.venv/bin/python', '.venv/Scripts/python.exe'].find((path) => existsSync(root + path));
const python = process.env.SALON_PYTHON ?? (ours ? root + ours : 'python3');

const schema = execFileSync(python, ['-m', 'salon.server.schema'], { cwd: root, encoding: 'utf-8' });
const types =
  '// Generated from salon/server/schema.py by web/tools/types.js: do not edit.\n' +
  astToString(await openapiTS(schema, { alphabetize: false }));

const file = root + 'web/generated/wire.ts';
mkdirSync(root + 'web/generated', { recursive: true });
if (!existsSync(file) || readFileSync(file, 'utf-8') !== types) writeFileSync(file, types);
