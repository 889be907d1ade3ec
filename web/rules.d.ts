// Rules of a game, as HTML: see tools/rules.ts.
declare module '*.md' {
  const html: string;
  export default html;
}
