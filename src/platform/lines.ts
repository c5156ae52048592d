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
