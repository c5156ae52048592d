/** Yields the complete lines of a byte stream, with backpressure. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      pending.push(chunk.subarray(from, at));
      yield Buffer.concat(pending).toString();
      pending = [];
      from = at + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
}

/**
 * Returns a stream that rewrites UTF-8 text line by line. `rewrite` gets each group of complete lines with their line
 * ends, and finally the unterminated line. An empty result is not sent.
 */
export function rewriteLines(rewrite: (lines: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  // The unterminated line. Only new chunks are searched for its end, since a line may be long.
  let pending: string[] = [];
  const send = (text: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    const rewritten = text === '' ? '' : rewrite(text);
    if (rewritten !== '') controller.enqueue(encoder.encode(rewritten));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      if (end > 0) {
        send([...pending, text.slice(0, end)].join(''), controller);
        pending = [];
      }
      pending.push(text.slice(end));
    },
    flush(controller) {
      send([...pending, decoder.decode()].join(''), controller);
    },
  });
}

/** Yields the lines of a streamed text without line endings. */
export async function* iterateLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let pending: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    pending.push(first);
    const last = others.pop();
    if (last === undefined) continue;
    yield pending.join('');
    yield* others;
    pending = [last];
  }
  yield pending.join('');
}
