// Whose faces can be drawn: all of them, once the page has fetched them.
type Faces = Readonly<Record<string, string>>;

let faces = $state.raw<Faces>({});

export const hang = (portraits: Faces): void => void (faces = portraits);

/** The face of a character as SVG; null while it is on its way, or of nobody we know. */
export const portraitOf = (character: string): string | null => faces[character] ?? null;
