type Catalog = Readonly<Record<string, string>>;

/** A server sentence with placeholders. */
interface SentencePattern {
  readonly pattern: RegExp;
  readonly translation: string;
}

/** Maximum depth of nested sentences. */
const MAX_DEPTH = 4;
/** The catalog contains no longer sentences. */
const MAX_SENTENCE_LENGTH = 2000;

/** Returns a function that translates server sentences by a catalog. It returns undefined for an unknown sentence. */
export function createTranslator(catalog: Catalog): (sentence: string) => string | undefined {
  const patterns = toPatterns(catalog);

  function translateNested(sentence: string, depth: number): string | undefined {
    if (Object.hasOwn(catalog, sentence)) return catalog[sentence];
    if (depth > MAX_DEPTH) return undefined;
    for (const { pattern, translation } of patterns) {
      const values = pattern.exec(sentence)?.slice(1);
      const filledText = values && fillPlaceholders(translation, values, depth);
      if (filledText !== undefined) return filledText;
    }
    return undefined;
  }

  /** Fills the placeholders of a text. Returns undefined if a nested sentence has no translation. */
  function fillPlaceholders(text: string, values: readonly string[], depth: number): string | undefined {
    let isComplete = true;
    const filledText = text.replaceAll(/\{(\d)(:\w+)?\}/g, (_, index: string, mode?: string) => {
      const value = values[Number(index)] ?? '';
      const translation = mode === undefined || value === '' ? value : translateNested(value, depth + 1);
      isComplete &&= translation !== undefined || mode === ':known';
      return translation ?? value;
    });
    return isComplete ? filledText : undefined;
  }

  return (sentence) => (sentence.length > MAX_SENTENCE_LENGTH ? undefined : translateNested(sentence, 0));
}

/**
 * Sorts patterns by precedence: those of nested sentences only, then longer ones first. The latter keeps `must be {0}`
 * from matching what `must be {0} or null` matches.
 */
function toPatterns(catalog: Catalog): SentencePattern[] {
  const withPlaceholders = Object.entries(catalog).filter(([form]) => /\{\d\}/.test(form));
  const getWeight = ([form, translation]: [string, string]) =>
    form.replaceAll(/\{\d\}/g, '').length + (hasOnlyNestedSentences(translation) ? MAX_SENTENCE_LENGTH : 0);
  return withPlaceholders
    .toSorted((a, b) => getWeight(b) - getWeight(a))
    .map(([form, translation]) => ({ pattern: toRegExp(form), translation }));
}

const hasOnlyNestedSentences = (translation: string) =>
  translation.includes(':said}') && !/\{\d(?:\}|:known)/.test(translation);

function toRegExp(form: string): RegExp {
  const parts = form.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
}
