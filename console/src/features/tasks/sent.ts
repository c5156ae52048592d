import { parseJsonField } from '../../lib/json-field.ts';
import { bodyOf, type Draft } from './draft.ts';

/** What a form sends. Throws what is shown beside the shape of the answer where that is no JSON. */
export function sentOf(draft: Draft) {
  return bodyOf(draft, draft.output_modality === 'json' ? parseJsonField(draft.output_format, 'output_format') : null);
}
