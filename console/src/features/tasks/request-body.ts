import { parseJsonField } from '../../lib/json-field.ts';
import { type TaskDraft, toBody } from './draft.ts';

/** Converts the form state to a request body. Throws an {@link ApiError} at `output_format` for invalid JSON. */
export function toRequestBody(draft: TaskDraft) {
  return toBody(draft, draft.output_modality === 'json' ? parseJsonField(draft.output_format, 'output_format') : null);
}
