/** Characters of one paragraph; text without empty lines comes in pieces of about that. */
const MAX_PARAGRAPH_LENGTH = 64 * 1024;

/** Paragraphs of a text that comes piece by piece: what stands between empty lines. */
export async function* paragraphsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece.replace(/\r\n?/g, '\n');
    const parts = rest.split(/\n[^\S\n]*\n\s*/);
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.trim() !== '') yield part;
    while (rest.length > MAX_PARAGRAPH_LENGTH) {
      const end = cutBefore(rest, MAX_PARAGRAPH_LENGTH);
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  if (rest.trim() !== '') yield rest;
}

/** Where to cut a text before a position: at a line end, else at a blank, else there, but in no surrogate pair. */
export function cutBefore(text: string, position: number): number {
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, position);
    if (at > position / 2) return at + 1;
  }
  const code = text.charCodeAt(position - 1);
  return code >= 0xd800 && code < 0xdc00 ? position - 1 : position;
}
