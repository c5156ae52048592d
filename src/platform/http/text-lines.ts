/**
 * Returns a stream that rewrites UTF-8 text as its lines end: `rewrite` gets each stretch of whole lines with their line
 * ends, and at the end the line that has none. An empty result is not sent.
 */
export function rewriteLines(rewrite: (lines: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  // The line that has not ended yet. Only new pieces are searched for its end: a line may be long.
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
