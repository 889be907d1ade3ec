// What comes up is to be seen, also where a bar sticks to the foot of the window.

export const bringInSight = (element: Element): void => element.scrollIntoView?.({ block: 'nearest' });

/** What was unfolded may lie under the bar. */
export function unfolded({ target }: Event): void {
  if (target instanceof HTMLDetailsElement && target.open) bringInSight(target);
}
