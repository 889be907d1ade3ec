// Small sounds of wood, paper and bell, made on the spot; silent until a person wants them.
import { settings } from './settings.svelte.ts';

type Tone = [pitch: number, after: number, lasts: number, loud: number, shape?: OscillatorType];

const TONES: Record<string, Tone[]> = {
  wood: [
    [320, 0, 0.07, 0.5, 'triangle'],
    [180, 0.01, 0.09, 0.4, 'sine'],
  ],
  tap: [[520, 0, 0.05, 0.3, 'triangle']],
  bell: [
    [880, 0, 0.9, 0.22],
    [1760, 0, 0.6, 0.1],
    [2637, 0, 0.35, 0.05],
  ],
  ring: [
    [1319, 0, 1.2, 0.16],
    [1976, 0, 0.8, 0.09],
    [2637, 0.08, 0.9, 0.08],
    [3951, 0.08, 0.4, 0.03],
  ],
  turn: [
    [660, 0, 0.5, 0.2],
    [880, 0.12, 0.7, 0.2],
  ],
  nudge: [
    [587, 0, 0.5, 0.08],
    [784, 0.2, 0.7, 0.08],
  ],
  win: [
    [523, 0, 0.5, 0.2],
    [659, 0.12, 0.5, 0.2],
    [784, 0.24, 0.5, 0.2],
    [1047, 0.36, 1, 0.22],
  ],
  drum: [
    [98, 0, 0.1, 0.4, 'triangle'],
    [92, 0.075, 0.1, 0.32, 'triangle'],
  ],
  true: [
    [659, 0, 0.35, 0.2],
    [988, 0.13, 0.9, 0.22],
    [1976, 0.13, 0.5, 0.06],
  ],
  bluff: [
    [247, 0, 0.3, 0.22, 'sawtooth'],
    [233, 0.2, 0.3, 0.2, 'sawtooth'],
    [175, 0.4, 0.8, 0.2, 'sawtooth'],
  ],
  snap: [
    [150, 0, 0.06, 0.6, 'square'],
    [70, 0.02, 0.18, 0.6, 'triangle'],
  ],
  fall: [
    [440, 0, 0.12, 0.2, 'triangle'],
    [330, 0.1, 0.12, 0.2, 'triangle'],
    [220, 0.2, 0.3, 0.2, 'triangle'],
  ],
};
type Hiss = [lasts: number, from: number, to: number, after?: number];

const HISSES: Record<string, Hiss[]> = {
  drum: [
    [0.06, 900, 500], // its tones are too low for the speaker of a phone
    [0.06, 800, 450, 0.075],
  ],
  paper: [[0.14, 5000, 2500]],
  splash: [[0.5, 1400, 260]],
  shake: [[0.3, 2600, 1500]],
  applause: Array.from({ length: 36 }, (_, i) => [0.06, 1500 + ((i * 7) % 10) * 120, 900, (i * 1.7) / 36]),
};

const STEP = 0.18; // seconds between two notes of a melody

let studio: AudioContext | null = null;
let room: (() => boolean) | null = null;

/** In a room with a screen its host decides instead of the person. To be returned from an effect. */
export function soundOfRoom(isWanted: () => boolean): () => void {
  room = isWanted;
  return () => (room = null);
}
const isWanted = () => (room ? room() : settings.sound);

/** By its name, or a melody as MIDI counts with a dot for a tick: "melody:60 62 . 65". */
export function sound(name: string): void {
  const audio = isWanted() ? opened() : null;
  if (!audio) return;
  const tones = name.startsWith('melody:') ? melody(name.slice('melody:'.length)) : TONES[name];
  for (const tone of tones ?? []) ring(audio, tone);
  for (const one of HISSES[name] ?? []) hiss(audio, one);
}

function opened(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  studio ??= new AudioContext();
  void studio.resume();
  return studio;
}

export type Notes = readonly (readonly [pitch: number | null, quarters: number])[];

/** What somebody asked to hear, whatever they chose for the small sounds. */
export function perform(notes: Notes, beats: number): { seconds: number; stop: () => void } {
  const audio = opened();
  const { tones, seconds } = inTime(notes, beats);
  const sources = audio ? tones.map((tone) => ring(audio, tone)) : [];
  return { seconds, stop: () => sources.forEach((source) => source.stop()) };
}

/** Each note as long as it is written. */
export function inTime(notes: Notes, beats: number): { tones: Tone[]; seconds: number } {
  const tones: Tone[] = [];
  let after = 0;
  for (const [pitch, quarters] of notes) {
    const lasts = (quarters * 60) / beats;
    if (pitch !== null)
      tones.push([440 * 2 ** ((pitch - 69) / 12), after, Math.max(lasts, 0.1), 0.26, 'triangle']);
    after += lasts;
  }
  return { tones, seconds: after };
}

/** Each note like a plucked string, with a little of its octave. */
export function melody(notes: string): Tone[] {
  return notes.split(' ').flatMap((note, index): Tone[] => {
    const after = index * STEP;
    if (note === '.') return [[1200, after, 0.04, 0.12, 'triangle']];
    const pitch = 440 * 2 ** ((Number(note) - 69) / 12);
    return [
      [pitch, after, 0.7, 0.26, 'triangle'],
      [2 * pitch, after, 0.35, 0.06],
    ];
  });
}

function fading(audio: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

function ring(audio: AudioContext, [pitch, after, lasts, loud, shape = 'sine']: Tone): OscillatorNode {
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fading(audio, at, lasts, loud));
  source.start(at);
  source.stop(at + lasts);
  return source;
}

function hiss(audio: AudioContext, [lasts, from, to, after = 0]: Hiss): void {
  const at = audio.currentTime + after;
  const samples = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate);
  samples.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  const source = audio.createBufferSource();
  source.buffer = samples;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(filter).connect(fading(audio, at, lasts, 0.35));
  source.start(at);
}
