import { ModelCallError } from '../errors.ts';
import { beginningIn, tokensOf } from '../usage.ts';

/** How often a text that its model calls too long is cut to half. */
const HALVINGS = 4;

/**
 * Makes a request. One that the provider calls too long is made in halves, one after the other, down to a single text;
 * that is cut to half, since our count of its tokens was too low.
 */
export async function askInParts<V>(
  ask: (texts: string[]) => Promise<V[]>,
  texts: string[],
  halvings = 0,
): Promise<V[]> {
  try {
    return await ask(texts);
  } catch (error) {
    if (!(error instanceof ModelCallError) || error.reason !== 'context_length' || halvings === HALVINGS) throw error;
    const [only = ''] = texts;
    if (texts.length === 1) return askInParts(ask, [beginningIn(only, tokensOf(only) / 2)], halvings + 1);
    const middle = Math.ceil(texts.length / 2);
    const left = await askInParts(ask, texts.slice(0, middle));
    return [...left, ...(await askInParts(ask, texts.slice(middle)))];
  }
}
