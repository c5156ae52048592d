import { detectLanguage } from '../../platform/language.ts';

/** Number of samples, each of this many characters. */
const MAX_SAMPLES = 32;
const SAMPLE_LENGTH = 500;

/** Collects samples at even distances in a text of unknown length, because its beginning may be a list of names. */
export class LanguageSamples {
  #samples: string[] = [];
  /** Characters from one sample to the next. */
  #interval = SAMPLE_LENGTH;
  #length = 0;

  /** Adds the next text. */
  add(text: string): void {
    for (let at = 0; at < text.length; at += SAMPLE_LENGTH) {
      if (this.#length + at < this.#samples.length * this.#interval) continue;
      this.#samples.push(text.slice(at, at + SAMPLE_LENGTH));
      if (this.#samples.length < MAX_SAMPLES) continue;
      this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
      this.#interval *= 2;
    }
    this.#length += text.length;
  }

  /** Detects the language of the samples (ISO 639-1). Returns null if it is unknown. */
  detect(): Promise<string | null> {
    return detectLanguage(this.#samples.join('\n').toWellFormed());
  }
}

/** Returns the ISO 639-1 code of a language tag such as `de-AT`. Undefined if it has none. */
export function parseLanguageTag(tag: unknown): string | undefined {
  if (typeof tag !== 'string') return undefined;
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return language.length === 2 ? language : undefined;
  } catch {
    return undefined;
  }
}
