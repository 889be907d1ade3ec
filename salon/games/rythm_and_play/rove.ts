// Arrow keys inside a group of buttons: one of them can be reached with Tab, the arrows go on.

/** Only the first of a group is met by Tab, until another had the focus. */
export const untabbed = (index: number): 0 | -1 => (index === 0 ? 0 : -1);

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

export function rove(group: HTMLElement): { destroy: () => void } {
  const buttons = () => [...group.querySelectorAll<HTMLElement>('button')];
  function key(event: KeyboardEvent): void {
    const [all, step] = [buttons(), STEPS[event.key]];
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(Math.max(step(at, all.length - 1), 0), all.length - 1)]!.focus();
  }
  function met(event: FocusEvent): void {
    for (const button of buttons()) button.tabIndex = button === event.target ? 0 : -1;
  }
  group.addEventListener('keydown', key);
  group.addEventListener('focusin', met);
  return {
    destroy() {
      group.removeEventListener('keydown', key);
      group.removeEventListener('focusin', met);
    },
  };
}
