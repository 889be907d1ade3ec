"""What is in the database: numbered steps that only go forward."""

import asyncpg

from salon.core.refusal import Unusable
from salon.server.postgres.link import BRINGING_UP_TO_DATE, KEEPING, Connection, Link

# Times are by the database's clock. What is named in two places is explained in sqlite.py.
FIRST = f"""
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  code text COLLATE "C",
  row bytea NOT NULL,
  touched bigint NOT NULL DEFAULT extract(epoch FROM now()),
  awake boolean NOT NULL,
  keeper integer, -- who has the lease; dead or alive
  wanted integer -- who has asked for it
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX codes ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX awake ON tables (id) WHERE awake;

CREATE TABLE entries (
  table_id text COLLATE "C", step integer, kept bytea NOT NULL, PRIMARY KEY (table_id, step)
);
CREATE TABLE snapshots (
  table_id text COLLATE "C" PRIMARY KEY, step integer NOT NULL, snapshot bytea NOT NULL
);
CREATE TABLE settings (name text PRIMARY KEY, content bytea NOT NULL);

CREATE TABLE keepers (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, expires timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE purses (
  purse text COLLATE "C" PRIMARY KEY,
  left_then double precision NOT NULL,
  at timestamptz NOT NULL,
  full_at timestamptz NOT NULL -- when it can be forgotten
) WITH (fillfactor = 50);

-- A keeper is alive if it has renewed its lease, and if the connection that renews it is there:
-- while it is, nobody else gets its lock. Volatile, and so it sees what is so at this moment, not
-- what was so when the statement began that asks.
CREATE FUNCTION keeper_is_alive(keeper integer) RETURNS boolean VOLATILE LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM keepers WHERE number = keeper AND expires > clock_timestamp())
    AND NOT pg_try_advisory_xact_lock_shared({KEEPING}, keeper);
END $$;
"""
SECOND = "ALTER TABLE tables ADD COLUMN kind text NOT NULL DEFAULT 'table'"  # or 'circle'
THIRD = """
CREATE TABLE votes (
  puzzle text COLLATE "C", voter text COLLATE "C", choice integer, -- NULL: gave up
  at bigint NOT NULL DEFAULT extract(epoch FROM now()), PRIMARY KEY (puzzle, voter)
)
"""
STEPS = [FIRST, SECOND, THIRD]


async def bring_up_to_date(connection: Connection, link: Link) -> None:
    """One server at a time; the others wait, and find nothing left to do."""
    try:
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1, 0)", BRINGING_UP_TO_DATE)
            await _go_forward(connection, link)
    except asyncpg.PostgresError as error:
        raise Unusable("bad_data", name=link.name, problem=str(error)) from None


async def _go_forward(connection: Connection, link: Link) -> None:
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS salon_format (step integer PRIMARY KEY, at timestamptz)"
    )
    done = await connection.fetchval("SELECT coalesce(max(step), 0) FROM salon_format")
    if done > len(STEPS):
        raise Unusable("newer_data", name=link.name)
    for number, step in enumerate(STEPS[done:], done + 1):
        await connection.execute(step)
        await connection.execute("INSERT INTO salon_format VALUES ($1, now())", number)
