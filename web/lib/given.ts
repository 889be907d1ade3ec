// What must be there, or something is wrong.

/** Instead of `!`, which asks nobody. */
export function given<Thing>(thing: Thing | null | undefined): Thing {
  if (thing === null || thing === undefined) throw new TypeError('something is missing that must be there');
  return thing;
}
