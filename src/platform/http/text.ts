import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { GuardedResponse } from './guarded-client.ts';

const TEXT_TYPE =
  /^text\/|^application\/(?:x-www-form-urlencoded|graphql|sql|toml)$|[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|ndjson|jsonl)$/;

type TextResponse = Pick<GuardedResponse, 'headers' | 'body' | 'truncated'>;

/** Returns the media type of a response in lower case, without parameters. Empty if there is none. */
export function getMediaType({ headers }: TextResponse): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Returns whether a body is text, by its media type, or by its bytes without a specific type. */
export function isText(answer: TextResponse): boolean {
  const type = getMediaType(answer);
  if (TEXT_TYPE.test(type) || answer.body.byteLength === 0) return true;
  if (type !== '' && type !== 'application/octet-stream') return false;
  return !answer.body.includes(0) && isUtf8(withoutPartialCharacter(answer));
}

/**
 * Decodes a body by its charset (default UTF-8) and truncates it to `maxBytes` of UTF-8. Replaces characters that the
 * database cannot store.
 */
export function decodeText(
  answer: TextResponse,
  maxBytes: number,
): { readonly text: string; readonly clipped: boolean } {
  // In streaming mode the decoder keeps a truncated character back.
  const decoded = createDecoder(answer).decode(answer.body, { stream: answer.truncated });
  const text = decoded.replaceAll('\0', '\uFFFD');
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= maxBytes) return { text, clipped: answer.truncated };
  return { text: new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true }), clipped: true };
}

function createDecoder({ headers }: TextResponse): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}

/** Removes trailing bytes of a truncated body that may start a longer UTF-8 character. */
function withoutPartialCharacter({ body, truncated }: TextResponse): Uint8Array {
  if (!truncated) return body;
  let end = body.byteLength;
  while (end > 0 && body.byteLength - end < 3 && ((body[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, Math.max(0, end - 1));
}
