import { rewriteLines } from '../http/text-lines.ts';
import type { Fetch } from './transport.ts';

/** Applies a new rewriter to the lines of each event stream. */
export function rewriteStreams(fetch: Fetch, createRewriter: () => (line: string) => string): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    if (!isStream || response.body === null) return response;
    const rewrite = createRewriter();
    const lines = rewriteLines((text) => text.split('\n').map(rewrite).join('\n'));
    return new Response(response.body.pipeThrough(lines), {
      status: response.status,
      headers: response.headers,
    });
  };
}
