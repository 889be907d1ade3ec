// The music room for those who hear it: the stave, the hand, and what its cards are called.
import { cardsOf } from './beats.ts';
import { halves } from '$web/lib/texts.ts';
import type { Name } from './labels.ts';
import { layOf, misfit, type Props, type Score, type View } from './scene.ts';

/** The stave, who laid its last card, and where it goes. */
export function staveSentence({ view, t }: Pick<Props, 'view' | 't'>, name: Name): string {
  const cards = view.stave.map(name).join(', ');
  const said = [cards ? t('scene.stave', { cards }) : t('scene.stave.empty')];
  if (view.phase === 'tonality') return said.join(' ');
  said.push(t('scene.direction', { tonality: view.tonality }));
  if (view.composer !== null) said.push(t('scene.last_card', { seat: view.composer }));
  if (!view.fits.length) said.push(t('scene.blocked'));
  return said.join(' ');
}

/** My whole hand. */
export function handSentence(hand: readonly number[], view: View, name: Name, t: Props['t']): string {
  const rythm = cardsOf(view.rythm).map((kind) => rythmName(view.beats[kind], t));
  const cards = [...hand.map(name), ...rythm].join(', ');
  return cards ? t('scene.hand', { cards }) : t('scene.hand.empty');
}

/** Why this card cannot be laid now; '' if it can, or if there is no stave to lay it on. */
export function whyNot(
  { view, moves, t }: Pick<Props, 'view' | 'moves' | 't'>,
  card: number,
  name: Name,
): string {
  if (layOf(moves, card) || view.phase === 'tonality' || view.phase === 'over') return '';
  const why = misfit(view, card);
  if (why) return t(`why.${why}`, { note: view.note === null ? '' : name(view.note) });
  return view.turn === view.seat ? '' : t('why.turn');
}

/** A RYTHM card by its name and half beats. */
export const rythmName = (beats: number | undefined, t: Props['t']): string => t(`rythm.${beats}`);

/** How somebody's points came about, in short sentences; what cost nothing goes without saying. */
export function tally(score: Score, seat: number, t: Props['t']): string {
  const { captured, face_up, lost, beats, half_points } = score;
  const said = [t('tally.captured', { seat, n: captured })];
  if (face_up) said.push(t('tally.face_up', { n: face_up, points: halves(lost) }));
  if (beats) said.push(t('tally.beats', { points: halves(beats) }));
  return [...said, t('tally.points', { points: halves(half_points) })].join(' ');
}
