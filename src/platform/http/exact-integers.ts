import { markIntegers } from '../json.ts';

/**
 * Returns the response with large integers of its JSON marked (see `markIntegers`), for libraries that parse it
 * themselves and would round them. Reads JSON bodies and the `data` lines of event streams; others stay as they are.
 */
export function withMarkedIntegers(response: Response): Response {
  const type = response.headers.get('content-type') ?? '';
  const isStream = /^text\/event-stream\b/i.test(type);
  if (response.body === null || !(isStream || /^application\/(?:[\w.-]+\+)?json\b/i.test(type))) return response;
  const { status, statusText, headers, url } = response;
  const body = response.body.pipeThrough(isStream ? markDataLines() : markWhole());
  const marked = new Response(body, { status, statusText, headers });
  return Object.defineProperty(marked, 'url', { value: url });
}

/** Returns a `fetch` whose responses have their large integers marked. */
export function markingIntegers(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => withMarkedIntegers(await send(input, init));
}

function markWhole(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  return new TransformStream({
    transform(chunk) {
      pieces.push(decoder.decode(chunk, { stream: true }));
    },
    flush(controller) {
      controller.enqueue(new TextEncoder().encode(markIntegers(pieces.join('') + decoder.decode())));
    },
  });
}

function markDataLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  // The line that has not ended yet. Only new pieces are searched for its end: a line may be long.
  let open: string[] = [];
  const send = (text: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (text !== '') controller.enqueue(encoder.encode(marked(text)));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const piece = decoder.decode(chunk, { stream: true });
      const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
      if (end > 0) {
        send([...open, piece.slice(0, end)].join(''), controller);
        open = [];
      }
      open.push(piece.slice(end));
    },
    flush(controller) {
      send([...open, decoder.decode()].join(''), controller);
    },
  });
}

function marked(lines: string): string {
  return lines.replace(/^(data: ?)(.*)$/gm, (_line, field: string, data: string) => field + markIntegers(data));
}
