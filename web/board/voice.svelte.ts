// The browser's voice: reads aloud what people wrote, in a language in which there is one that can.
import { given } from '../lib/given.ts';
import { recall, remember } from '../lib/memory.ts';

type Spoken = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/** A voice of this language: one of this machine first, then its favourite. */
export function pick<Voice extends Spoken>(voices: readonly Voice[], language: string): Voice | undefined {
  const worth = (voice: Voice) => Number(voice.localService) * 2 + Number(voice.default);
  return voices
    .filter(({ lang }) => lang.toLowerCase().replace('_', '-').split('-')[0] === language)
    .sort((one, other) => worth(other) - worth(one))[0];
}

export class Voice {
  always = $state(false); // everything, as soon as it is recited
  reading = $state(false);
  #voice = $state.raw<SpeechSynthesisVoice | undefined>();
  #mouth = typeof speechSynthesis === 'undefined' ? null : speechSynthesis;

  constructor(
    readonly language: string,
    readonly game: string, // for which this device remembers whether it wants to hear everything
  ) {
    this.always = recall(`${game}.aloud`, false);
    this.#look();
    this.#mouth?.addEventListener?.('voiceschanged', this.#look);
  }

  get able(): boolean {
    return this.#voice !== undefined;
  }

  read(texts: readonly string[]): void {
    this.stop();
    const said = texts.filter(Boolean).map((text) => this.#utter(text));
    if (!said.length || !this.#mouth) return;
    this.reading = true;
    given(said.at(-1)).onend = () => (this.reading = false);
    for (const one of said) this.#mouth.speak(one);
  }

  stop(): void {
    if (this.reading) this.#mouth?.cancel();
    this.reading = false;
  }

  choose(always: boolean): void {
    this.always = always;
    remember(`${this.game}.aloud`, always);
    if (!always) this.stop();
  }

  close(): void {
    this.stop();
    this.#mouth?.removeEventListener?.('voiceschanged', this.#look);
  }

  #utter(text: string): SpeechSynthesisUtterance {
    const said = new SpeechSynthesisUtterance(text);
    said.voice = this.#voice ?? null;
    said.lang = this.#voice?.lang ?? this.language;
    said.rate = 0.92;
    said.onerror = () => (this.reading = false);
    return said;
  }

  #look = (): void => {
    this.#voice = pick(this.#mouth?.getVoices() ?? [], this.language);
  };
}
