type Sentences = Readonly<Record<string, string>>;

/** A sentence of the server with places for values. */
interface Form {
  readonly fits: RegExp;
  readonly said: string;
}

/** Sentences within sentences are followed as deep as this. */
const DEEPEST = 4;
/** A text beyond this many characters is none of the catalogue's. */
const LONGEST = 2000;

/** Makes what says a sentence of the server in the words of a catalogue, which has its form; undefined of one that it does not know. */
export function sayerOf(sentences: Sentences): (sentence: string) => string | undefined {
  const forms = formsOf(sentences);

  function say(sentence: string, depth: number): string | undefined {
    if (Object.hasOwn(sentences, sentence)) return sentences[sentence];
    if (depth > DEEPEST) return undefined;
    for (const { fits, said } of forms) {
      const values = fits.exec(sentence)?.slice(1);
      const filled = values && fill(said, values, depth);
      if (filled !== undefined) return filled;
    }
    return undefined;
  }

  /** A text with its values; undefined where one has to be said as well and can't be. */
  function fill(text: string, values: readonly string[], depth: number): string | undefined {
    let isWhole = true;
    const filled = text.replaceAll(/\{(\d)(:\w+)?\}/g, (_, place: string, how?: string) => {
      const value = values[Number(place)] ?? '';
      const said = how === undefined || value === '' ? value : say(value, depth + 1);
      isWhole &&= said !== undefined || how === ':known';
      return said ?? value;
    });
    return isWhole ? filled : undefined;
  }

  return (sentence) => (sentence.length > LONGEST ? undefined : say(sentence, 0));
}

/** First those of sentences alone, which fit nothing by chance; then those that say most, as `must be {0}` fits what `must be {0} or null` does. */
function formsOf(sentences: Sentences): Form[] {
  const withPlaces = Object.entries(sentences).filter(([form]) => /\{\d\}/.test(form));
  const weight = ([form, said]: [string, string]) =>
    form.replaceAll(/\{\d\}/g, '').length + (isOfSentences(said) ? LONGEST : 0);
  return withPlaces.toSorted((a, b) => weight(b) - weight(a)).map(([form, said]) => ({ fits: fitting(form), said }));
}

const isOfSentences = (said: string) => said.includes(':said}') && !/\{\d(?:\}|:known)/.test(said);

function fitting(form: string): RegExp {
  const parts = form.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
}
