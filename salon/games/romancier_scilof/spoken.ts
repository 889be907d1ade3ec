// The post office for those who hear it: what a pigeon-hole says, and what its buttons are called.
import { given } from '$web/lib/given.ts';
import { borderOf, type Correspondent, type Props, type Stack } from './scene.ts';

/** Everything that is to be known of one correspondent. */
export function sentences(one: Correspondent, { view, t }: Props): string[] {
  const { seat, number, letters, closer, full, incoming, outgoing, elsewhere, replies, recall } = one;
  const key = closer ? 'scene.desk_closer' : full ? 'scene.desk_full' : 'scene.desk';
  const said = [t(key, { seat, number, letters })];
  if (view.options.teams) said.push(`${t('word.team')} ${given(view.people[seat]).team}.`);
  if (incoming && replies)
    said.push(t(one.refuse ? 'scene.mail_to_me' : 'scene.mail_must', { sender: seat }));
  else if (incoming) said.push(t('scene.mail', { sender: seat, to: view.seat }));
  if (outgoing) said.push(t(recall ? 'scene.recallable' : 'scene.mail_mine', { to: seat }));
  return said.concat(elsewhere.map((to) => t('scene.mail', { sender: seat, to })));
}

/** What a stack of my hand is called. */
export function stackName({ value, letters }: Stack, size: number, t: Props['t']): string {
  const borders = letters.map(borderOf).join(', ');
  return t('scene.stack', { value, n: letters.length, of: size, borders });
}

/** My whole hand, and on which of it stories stand. */
export function handSentence({ view, t }: Props): string {
  const written = view.hand.filter((_, index) => view.lines[index]);
  const hand = t('scene.hand', { letters: view.hand.join(', ') });
  return written.length ? `${hand} ${t('scene.written', { letters: written.join(', ') })}` : hand;
}
