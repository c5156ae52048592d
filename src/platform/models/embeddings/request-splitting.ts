import { ModelCallError } from '../errors.ts';
import { estimateTokens, truncateToTokens } from '../usage.ts';

/** Maximum number of times that a text is halved. */
const MAX_HALVINGS = 4;

/**
 * Sends a request. If the provider rejects it as too long, sends its halves one after the other, down to a single text.
 * That is halved as well, since our token estimate was too low.
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
