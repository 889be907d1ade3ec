// What is said in a circle: seen when the server says so, taken back by whom it may be, and no nuisance.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../../lib/api.ts';
import { haveRead, hasNews } from '../../lib/chat.svelte.ts';
import { inCircle, member, SilentSocket } from '../../lib/circle.fixtures.ts';
import { leaveCircle, type Circle } from '../../lib/circle.svelte.ts';
import { choose } from '../../lib/settings.svelte.ts';
import Chat from './Chat.svelte';

const ana = member(0, 'Ana', { mine: true });
const bob = member(1, 'Bob');
const line = (number: number, person: number, text: string) => ({ number, person, text, at: 0 });
let circle: Circle;
const speak = (...lines: ReturnType<typeof line>[]) => (circle.lines = [...circle.lines, ...lines]);
const spoken = () => document.querySelector('[aria-live=polite]')?.textContent;
const offers = () => screen.queryAllByRole('button', { name: /^chat\.unsay/ }).length;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  circle = inCircle({ people: [ana, bob] });
});
afterEach(() => {
  cleanup();
  leaveCircle();
  choose({ muted: false });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function write(text: string): Promise<void> {
  const field = screen.getByLabelText('chat.say');
  await fireEvent.input(field, { target: { value: text } });
  await fireEvent.submit(field.closest('form')!);
  await vi.advanceTimersByTimeAsync(1);
}

it('sends a line with Enter, and shows it only when the server has', async () => {
  const tell = vi.spyOn(api, 'tell').mockResolvedValue(null);
  render(Chat, { circle });
  await write(' good evening ');
  expect(tell).toHaveBeenCalledWith('c', { id: expect.any(String) as string, text: 'good evening' });
  expect(screen.queryByText('good evening')).toBeNull();
  speak(line(1, 0, 'good evening'));
  expect(await screen.findByText('good evening')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('chat.say').value).toBe('');
});

it('keeps what was refused in the field, says why, and sends it again as the same line', async () => {
  const tell = vi.spyOn(api, 'tell').mockRejectedValue(new api.Refusal('too_much'));
  render(Chat, { circle });
  await write('and');
  expect(screen.getByRole('alert').textContent).toBe('illegal.too_much');
  expect(screen.getByLabelText<HTMLInputElement>('chat.say').value).toBe('and');
  await fireEvent.submit(screen.getByLabelText('chat.say').closest('form')!);
  expect(tell.mock.calls[0]![1].id).toBe(tell.mock.calls[1]![1].id);
});

it('lets me take back my own lines, and a host everybody’s', async () => {
  speak(line(1, 0, 'mine'), line(2, 1, 'hers'));
  render(Chat, { circle });
  expect(offers()).toBe(1);
  circle.sections = { ...circle.sections!, people: [{ ...ana, host: true }, bob] };
  await vi.advanceTimersByTimeAsync(1);
  expect(offers()).toBe(2);
});

it('reads out politely what others say from now on, and nothing while it is muted', async () => {
  speak(line(1, 1, 'before'));
  render(Chat, { circle });
  speak(line(2, 0, 'mine'), line(3, 1, 'now'));
  await vi.advanceTimersByTimeAsync(200);
  const before = spoken();
  expect(before).toMatch(/colon.*now/);
  expect(before).not.toMatch(/before|mine/);
  choose({ muted: true });
  speak(line(4, 1, 'later'));
  await vi.advanceTimersByTimeAsync(200);
  expect(spoken()).toBe(before);
});

it('shows a dot for what I have not read, unless I have muted the chat', () => {
  expect(hasNews(circle)).toBe(false);
  speak(line(101, 0, 'mine'));
  expect(hasNews(circle)).toBe(false);
  speak(line(102, 1, 'hers'));
  expect(hasNews(circle)).toBe(true);
  choose({ muted: true });
  expect(hasNews(circle)).toBe(false);
  choose({ muted: false });
  haveRead(circle);
  expect(hasNews(circle)).toBe(false);
});

it('asks who has not come in to say first who they are', () => {
  circle.sections = { ...circle.sections!, people: [bob] };
  render(Chat, { circle });
  expect(screen.queryByLabelText('chat.say')).toBeNull();
  expect(screen.getByText('illegal.not_in_circle')).toBeTruthy();
});
