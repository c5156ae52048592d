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

  /** Returns the most common language of the samples (ISO 639-1). Returns null if none is known. */
  async detect(): Promise<string | null> {
    // Samples of short blocks are joined, because the detector needs a sentence and reads only the beginning of a text.
    const text = this.#samples.join('\n');
    const counts = new Map<string, number>();
    for (let at = 0; at < text.length; at += SAMPLE_LENGTH) {
      const language = await detectLanguage(text.slice(at, at + SAMPLE_LENGTH).toWellFormed());
      if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
    return best?.[0] ?? null;
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
