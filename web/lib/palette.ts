// The colours of the house as they are at this moment, for pictures that leave the page.
export const COLOURS = 9; // of people

export interface Palette {
  ground: string;
  ink: string;
  muted: string;
  line: string;
  on: string; // what is written on a person's colour
  players: readonly string[];
}

/** In the theme that is shown now. */
export function palette(): Palette {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.setProperty('transition', 'none', 'important'); // or one colour would become the next
  const now = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const players = Array.from({ length: COLOURS }, (_, at) => now(`player-${at + 1}`));
  const [ground = '', ink = '', muted = '', line = '', on = ''] = [
    'ground',
    'ink',
    'muted',
    'line',
    'on-player',
  ].map(now);
  probe.remove();
  return { ground, ink, muted, line, on, players };
}
