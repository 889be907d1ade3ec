// What is unfolded comes into sight.
import { expect, it, vi } from 'vitest';
import { unfolded } from './insight.ts';

it('brings into sight what is opened, and leaves the page alone when it is closed', async () => {
  const details = document.createElement('details');
  const seen = vi.fn();
  details.scrollIntoView = seen;
  details.addEventListener('toggle', unfolded);
  const toggled = vi.fn();
  details.addEventListener('toggle', toggled);
  details.open = true;
  await vi.waitFor(() => expect(toggled).toHaveBeenCalledOnce());
  details.open = false;
  await vi.waitFor(() => expect(toggled).toHaveBeenCalledTimes(2));
  expect(seen).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});
