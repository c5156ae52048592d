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
