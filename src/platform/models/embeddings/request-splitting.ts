import { ModelCallError } from '../errors.ts';
import { estimateTokens, truncateToTokens } from '../usage.ts';

/** How often a text that its model calls too long is cut to half. */
const MAX_HALVINGS = 4;

/**
 * Makes a request. One that the provider calls too long is made in halves, one after the other, down to a single text;
 * that is cut to half, since our count of its tokens was too low.
 */
export async function sendInParts<V>(
  send: (texts: string[]) => Promise<V[]>,
  texts: string[],
  halvings = 0,
): Promise<V[]> {
  try {
    return await send(texts);
  } catch (error) {
    if (!(error instanceof ModelCallError) || error.reason !== 'context_length' || halvings === MAX_HALVINGS)
      throw error;
    const [text = ''] = texts;
    if (texts.length === 1) return sendInParts(send, [truncateToTokens(text, estimateTokens(text) / 2)], halvings + 1);
    const middle = Math.ceil(texts.length / 2);
    const firstHalf = await sendInParts(send, texts.slice(0, middle));
    return [...firstHalf, ...(await sendInParts(send, texts.slice(middle)))];
  }
}
