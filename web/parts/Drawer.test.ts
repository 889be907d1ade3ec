// A drawer that has given way to another one does not close that.
import { cleanup, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Drawer from './Drawer.svelte';

afterEach(cleanup);

it('says that it was closed by its person, and not that it has gone', () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
  const close = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<p>rules</p>' }));
  const { unmount } = render(Drawer, { title: 'Rules', close, children });
  const dialog = screen.getByRole('dialog', { hidden: true });
  dialog.dispatchEvent(new Event('close'));
  expect(close).toHaveBeenCalledTimes(1);
  unmount();
  dialog.dispatchEvent(new Event('close')); // a browser tells it a moment later
  expect(close).toHaveBeenCalledTimes(1);
});
