import { isRecord } from '../json-schema.ts';

const MAX_KIND_LENGTH = 80;

/** Essential events: a response is unreadable if one of them is. */
const ESSENTIAL_KINDS = [
  'content_block_start/text',
  'content_block_start/tool_use',
  'content_block_delta/text_delta',
  'content_block_delta/input_json_delta',
];
/** Fields of events that always carry a part of the response. */
const RESPONSE_FIELDS = ['choices', 'candidates'];

/**
 * Returns the kind of an event that an adapter does not know. Returns undefined for an essential or known event that is
 * unreadable, and for an error event.
 */
export function findUnknownKind(error: unknown): string | undefined {
  const isTypeError = error instanceof Error && error.name === 'AI_TypeValidationError' && 'value' in error;
  const event = isTypeError ? error.value : undefined;
  if (!isRecord(event) || 'error' in event || RESPONSE_FIELDS.some((field) => field in event)) return undefined;
  const kind = [event, event.content_block, event.delta].flatMap(readType).join('/').slice(0, MAX_KIND_LENGTH);
  const isKnown = ESSENTIAL_KINDS.includes(kind) || kind.startsWith('response.');
  return isKnown ? undefined : kind || 'an event without a type';
}

function readType(value: unknown): string[] {
  return isRecord(value) && typeof value.type === 'string' ? [value.type.replace(/[^\w.-]+/g, '_')] : [];
}
