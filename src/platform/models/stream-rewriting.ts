import { rewriteLines } from '../lines.ts';
import type { Fetch } from './transport.ts';

/** Rewriter of one event stream. */
export interface LineRewriter {
  rewrite(line: string): string;
  /** Whether the response is complete: a connection that breaks afterwards loses nothing of it. */
  isComplete(): boolean;
  /** Returns the lines that end a complete response if its connection breaks before them. */
  getMissingEnd?(): string;
}

/** Applies a new rewriter to the lines of each event stream. */
export function rewriteStreams(fetch: Fetch, createRewriter: () => LineRewriter): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    if (!isStream || response.body === null) return response;
    const rewriter = createRewriter();
    const lines = rewriteLines((text) => text.split('\n').map(rewriter.rewrite).join('\n'));
    const received = ReadableStream.from(readUntilBroken(response.body, rewriter));
    return new Response(received.pipeThrough(lines), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** Reads a body. Ends without an error if the connection breaks after the response. */
async function* readUntilBroken(body: ReadableStream<Uint8Array>, rewriter: LineRewriter) {
  try {
    yield* body;
  } catch (error) {
    if (!rewriter.isComplete()) throw error;
  }
  const missingEnd = rewriter.getMissingEnd?.() ?? '';
  if (missingEnd !== '') yield new TextEncoder().encode(missingEnd);
}
