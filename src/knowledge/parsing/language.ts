import { detectLanguage } from '../../platform/language.ts';

/** Number of samples, each of this many characters. */
const MAX_SAMPLES = 32;
const SAMPLE_LENGTH = 500;

/** Collects samples at even distances in a text of unknown length, because its beginning may be a list of names. */
export class LanguageSamples {
  #samples: string[] = [];
  /** Characters from the start of one sample to the next. */
  #interval = SAMPLE_LENGTH;
  #length = 0;

  /** Adds the next block of text. Short blocks share a sample. */
  add(text: string): void {
    for (let rest = `${text}\n`; rest !== ''; ) {
      const index = Math.floor(this.#length / this.#interval);
      const offset = this.#length - index * this.#interval;
      const isSampled = offset < SAMPLE_LENGTH;
      const part = rest.slice(0, (isSampled ? SAMPLE_LENGTH : this.#interval) - offset);
      if (isSampled) this.#samples[index] = (this.#samples[index] ?? '') + part;
      this.#length += part.length;
      rest = rest.slice(part.length);
      if (this.#samples.length <= MAX_SAMPLES) continue;
      this.#samples = this.#samples.filter((_, at) => at % 2 === 0);
      this.#interval *= 2;
    }
  }

  /** Returns the most common language of the samples (ISO 639-1). Returns null if none is known. */
  async detect(): Promise<string | null> {
    const counts = new Map<string, number>();
    for (const sample of this.#samples) {
      const language = await detectLanguage(sample.toWellFormed());
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
