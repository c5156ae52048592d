import { textOf } from '../text/charset.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import type { ParserKind } from './kind.ts';

/** Text without marks: paragraphs are what stands between empty lines. */
export const plainText: ParserKind = {
  name: 'text',
  mediaType: 'text/plain',
  alsoStated: ['text/x-log', 'application/x-yaml', 'application/yaml', 'text/yaml'],
  endings: ['.txt', '.text', '.log', '.yaml', '.yml', '.rst', '.adoc'],
  isText: true,
  async *read(reading) {
    for await (const text of paragraphsOf(textOf(reading))) yield { kind: 'paragraph', text, page: null };
  },
};
