import { markIntegers } from '../json.ts';
import { rewriteLines } from '../lines.ts';

/**
 * Returns the response with large integers of its JSON marked (see `markIntegers`), for libraries that parse it
 * themselves and would round them. Reads JSON bodies and the `data` lines of event streams; others stay as they are.
 */
export function markResponseIntegers(response: Response): Response {
  const type = response.headers.get('content-type') ?? '';
  const isStream = /^text\/event-stream\b/i.test(type);
  if (response.body === null || !(isStream || /^application\/(?:[\w.-]+\+)?json\b/i.test(type))) return response;
  const { status, statusText, headers, url } = response;
  const body = response.body.pipeThrough(isStream ? rewriteLines(markDataLines) : markJsonBody());
  const markedResponse = new Response(body, { status, statusText, headers });
  return Object.defineProperty(markedResponse, 'url', { value: url });
}

/** Returns a `fetch` whose responses have their large integers marked. */
export function createMarkingFetch(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => markResponseIntegers(await send(input, init));
}

function markJsonBody(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  return new TransformStream({
    transform(chunk) {
      texts.push(decoder.decode(chunk, { stream: true }));
    },
    flush(controller) {
      controller.enqueue(new TextEncoder().encode(markIntegers(texts.join('') + decoder.decode())));
    },
  });
}

function markDataLines(lines: string): string {
  return lines.replace(/^(data: ?)(.*)$/gm, (_line, field: string, data: string) => field + markIntegers(data));
}
