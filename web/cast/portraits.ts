// The faces of the house, all in one file that is fetched when the first of them is shown.
const files = import.meta.glob<string>('../../salon/cast/faces/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** SVG, by character. */
export const portraits: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), svg]),
);
