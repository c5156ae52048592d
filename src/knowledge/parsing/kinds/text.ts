import { decodeText } from '../text/charset.ts';
import { iterateParagraphs } from '../text/paragraphs.ts';
import type { ParserKind } from './kind.ts';

/** Plain text. Empty lines separate paragraphs. */
export const plainText: ParserKind = {
  name: 'text',
  mediaType: 'text/plain',
  alsoStated: ['text/x-log', 'application/x-yaml', 'application/yaml', 'text/yaml'],
  endings: ['.txt', '.text', '.log', '.yaml', '.yml', '.rst', '.adoc'],
  isText: true,
  async *read(reading) {
    for await (const text of iterateParagraphs(decodeText(reading))) yield { kind: 'paragraph', text, page: null };
  },
};
