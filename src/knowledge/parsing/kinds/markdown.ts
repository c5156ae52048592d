import { textOf } from '../text/charset.ts';
import { linesOf } from '../text/lines.ts';
import { blocksOfMarkdown, frontMatter, sections } from '../text/markdown.ts';
import type { ParserKind } from './kind.ts';

export const markdown: ParserKind = {
  name: 'markdown',
  mediaType: 'text/markdown',
  alsoStated: ['text/x-markdown'],
  endings: ['.md', '.markdown', '.mdx'],
  isText: true,
  async *read({ file, notes }) {
    let isFirst = true;
    for await (const section of sections(linesOf(textOf(file)))) {
      const { title, rest } = isFirst ? frontMatter(section) : { title: undefined, rest: section };
      isFirst = false;
      notes.title ??= title ?? null;
      yield* await blocksOfMarkdown(rest);
    }
  },
};
