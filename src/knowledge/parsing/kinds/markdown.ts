import { iterateLines } from '../../../platform/lines.ts';
import type { Block } from '../contract.ts';
import { decodeText } from '../text/charset.ts';
import { readFrontMatter } from '../text/front-matter.ts';
import { parseMarkdownBlocks, splitSections } from '../text/markdown.ts';
import type { ParserKind } from './kind.ts';

export const markdown: ParserKind = {
  name: 'markdown',
  mediaType: 'text/markdown',
  alsoStated: ['text/x-markdown'],
  endings: ['.md', '.markdown', '.mdx'],
  isText: true,
  async *read(reading) {
    let isFirst = true;
    for await (const section of splitSections(iterateLines(decodeText(reading)))) {
      if (!isFirst) yield* await parseMarkdownBlocks(section);
      else {
        const { title, language, fields, properties, rest } = await readFrontMatter(section, reading.notes);
        reading.notes.title ??= title ?? null;
        if (title !== undefined) reading.notes.statedTitle = title;
        reading.notes.statedLanguage = language;
        if (properties) reading.notes.properties = properties;
        yield* withTitle(title, fields, await parseMarkdownBlocks(rest));
      }
      isFirst = false;
    }
  },
};

/** Adds the title of the front matter unless the blocks start with a level 1 heading. */
function* withTitle(title: string | undefined, fields: string, blocks: readonly Block[]): Generator<Block> {
  const [first] = blocks;
  const hasTitle = first?.kind === 'heading' && first.level === 1;
  const metadata: Block = { kind: 'paragraph', text: fields, page: null };
  if (title !== undefined && !hasTitle) yield { kind: 'heading', level: 1, text: title, page: null };
  if (hasTitle) yield first;
  if (fields !== '') yield metadata;
  yield* hasTitle ? blocks.slice(1) : blocks;
}
