// What the page is given to speak: everything at first, later only what needs me.

/** To be called while a component is made. */
export function speak(
  board: () => { ask?: (sentence: string) => void },
  first: () => string,
  later: () => string,
): void {
  let opened = false;
  $effect(() => {
    board().ask?.(opened ? later() : first());
    opened = true;
  });
}
