/** Maximum length of a paragraph; longer text is split. */
const MAX_PARAGRAPH_LENGTH = 64 * 1024;

/** Yields the paragraphs of a streamed text, separated by empty lines. */
export async function* iterateParagraphs(pieces: AsyncIterable<string>): AsyncGenerator<string> {
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

/**
 * Returns where to split a text before a position: at a line end, else a space, else there, outside of surrogate pairs.
 */
export function cutBefore(text: string, position: number): number {
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, position);
    if (at > position / 2) return at + 1;
  }
  const code = text.charCodeAt(position - 1);
  return code >= 0xd800 && code < 0xdc00 ? position - 1 : position;
}
