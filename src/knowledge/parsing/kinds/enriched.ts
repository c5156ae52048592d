import { decodeText } from '../text/charset.ts';
import { iterateParagraphs } from '../text/paragraphs.ts';
import type { ParserKind } from './kind.ts';

/** Text of mails with simple formatting (RFC 1896). A single line break is a space, of several one is dropped. */
export const enrichedText: ParserKind = {
  name: 'enriched',
  mediaType: 'text/enriched',
  alsoStated: ['text/richtext'],
  endings: [],
  isText: true,
  async *read(reading) {
    for await (const text of iterateParagraphs(decodeText(reading)))
      yield { kind: 'paragraph', text: removeFormatting(text), page: null };
  },
};

/** Commands, and parameters with their content. `<<` is a sign of the text. */
const COMMAND = /<<|<param>[\s\S]{0,500}?<\/param>|<\/?[a-z\d-]{1,60}>/gi;

function removeFormatting(text: string): string {
  return text.replace(COMMAND, (match) => (match === '<<' ? '<' : '')).replace(/\n(?!\n)/g, ' ');
}
