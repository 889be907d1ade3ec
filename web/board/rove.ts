// Arrow keys inside a group: one of it can be reached with Tab, the arrows go on from there.

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The same for whoever thinks of the group as standing: up is on, or back. */
const UPRIGHT: Record<'on' | 'back', Record<string, string>> = {
  on: { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' },
  back: { ArrowUp: 'ArrowLeft', ArrowDown: 'ArrowRight' },
};

/** The place among so many that a key leads to, perhaps outside; null: it leads nowhere. */
export function placeFor(key: string, at: number, count: number, up?: 'on' | 'back'): number | null {
  const step = STEPS[(up && UPRIGHT[up][key]) ?? key];
  return step ? step(at, count - 1) : null;
}

interface Group {
  items?: string; // a selector: what can be focused
  up?: 'on' | 'back'; // what the arrows up and down do; left out: nothing
}

/** An action. It gives its items their tabindex, also to those that come later. */
export function rove(group: HTMLElement, { items = 'button', up }: Group = {}): { destroy: () => void } {
  let stop = 0; // the place that Tab reaches
  const all = () => [...group.querySelectorAll<HTMLElement>(items)];
  const settle = () => {
    const here = all();
    here.forEach((one, place) => (one.tabIndex = place === Math.min(stop, here.length - 1) ? 0 : -1));
  };
  function key(event: KeyboardEvent): void {
    const here = all();
    const at = here.indexOf(event.target as HTMLElement);
    const to = at < 0 ? null : placeFor(event.key, at, here.length, up);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    here[Math.min(Math.max(to, 0), here.length - 1)]?.focus();
  }
  function met(event: FocusEvent): void {
    stop = Math.max(0, all().indexOf(event.target as HTMLElement));
    settle();
  }
  settle();
  const newcomers = new MutationObserver(settle);
  newcomers.observe(group, { childList: true, subtree: true });
  group.addEventListener('keydown', key);
  group.addEventListener('focusin', met);
  return {
    destroy() {
      newcomers.disconnect();
      group.removeEventListener('keydown', key);
      group.removeEventListener('focusin', met);
    },
  };
}
