import { w } from '../words/index.ts';
import { ApiError } from './api-error.ts';
import { parseJson } from './json.ts';

/** What a field of JSON says. Throws, as the API would, what is shown beside the field at this place. */
export function parseJsonField(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const msg = w.ui.noJson((error as Error).message);
    const body = { detail: [{ loc: ['body', ...path.split('.')], msg }] };
    throw new ApiError({ status: 422, body, requestId: undefined });
  }
}
