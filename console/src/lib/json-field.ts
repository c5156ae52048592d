import { w } from '../words/index.ts';
import { ApiError } from './api-error.ts';
import { parseJson } from './json.ts';

/**
 * Parses the text of a JSON field. Throws an {@link ApiError} at the field's path, so that the form shows it like an
 * API error.
 */
export function parseJsonField(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const msg = w.ui.noJson({ problem: (error as Error).message });
    const body = { detail: [{ loc: ['body', ...path.split('.')], msg }] };
    throw new ApiError({ status: 422, body, requestId: undefined });
  }
}
