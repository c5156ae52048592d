import { isRecord } from '../json-schema.ts';
import { PROVIDERS } from './providers/index.ts';

const MAX_KIND_LENGTH = 80;

/**
 * Returns the kind of an event that an adapter does not know. Returns undefined for an error event and for an
 * unreadable part of the response.
 */
export function findUnknownKind(error: unknown): string | undefined {
  const isTypeError = error instanceof Error && error.name === 'AI_TypeValidationError' && 'value' in error;
  const event = isTypeError ? error.value : undefined;
  if (!isRecord(event) || 'error' in event) return undefined;
  const kind = [event, event.content_block, event.delta].flatMap(readType).join('/').slice(0, MAX_KIND_LENGTH);
  if (PROVIDERS.some((provider) => provider.isResponseEvent?.(event, kind))) return undefined;
  return kind || 'an event without a type';
}

function readType(value: unknown): string[] {
  return isRecord(value) && typeof value.type === 'string' ? [value.type.replace(/[^\w.-]+/g, '_')] : [];
}
