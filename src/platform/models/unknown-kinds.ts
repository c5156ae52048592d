import { isRecord } from '../json-schema.ts';

const LONGEST = 80;

/** What an answer is made of: where one of these can't be read, the answer can't. */
const ESSENTIAL = [
  'content_block_start/text',
  'content_block_start/tool_use',
  'content_block_delta/text_delta',
  'content_block_delta/input_json_delta',
];
/** Fields of an event that has a part of an answer in it, whatever else. */
const HAS_ANSWER = ['choices', 'candidates'];

/**
 * The kind of an event that an adapter could not read because nobody told it of such; undefined where it could not read what it
 * should know, or where the event tells of an error.
 */
export function unknownKindOf(error: unknown): string | undefined {
  const isUnread = error instanceof Error && error.name === 'AI_TypeValidationError' && 'value' in error;
  const event = isUnread ? error.value : undefined;
  if (!isRecord(event) || 'error' in event || HAS_ANSWER.some((field) => field in event)) return undefined;
  const kind = [event, event.content_block, event.delta].flatMap(typeOf).join('/').slice(0, LONGEST);
  const isKnown = ESSENTIAL.includes(kind) || kind.startsWith('response.');
  return isKnown ? undefined : kind || 'an event without a type';
}

function typeOf(value: unknown): string[] {
  return isRecord(value) && typeof value.type === 'string' ? [value.type.replace(/[^\w.-]+/g, '_')] : [];
}
