import { w } from '../words/index.ts';
import { Failure } from './failure.ts';
import { parseJson } from './json.ts';

/** What a field of JSON says. Throws, as the API would, what is shown beside the field at this place. */
export function jsonIn(text: string, at: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const msg = w.ui.noJson((error as Error).message);
    const body = { detail: [{ loc: ['body', ...at.split('.')], msg }] };
    throw new Failure({ status: 422, body, requestId: undefined });
  }
}
