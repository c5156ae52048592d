import { parseLanguageTag } from '../language.ts';
import { decodeBeginning, readText } from '../text/charset.ts';
import { readEmbeddedImages, readHtml } from '../text/html.ts';
import type { ParserKind } from './kind.ts';

/** Language of the root element, near the beginning. */
const LANGUAGE = /<html\b[^>]{0,500}?\s(?:xml:)?lang\s*=\s*["']?([\w-]+)/i;
const LANGUAGE_LENGTH = 4000;

/** Web pages without menus, controls and scripts. Nothing is fetched. */
export const html: ParserKind = {
  name: 'html',
  mediaType: 'text/html',
  alsoStated: ['application/xhtml+xml'],
  endings: ['.html', '.htm', '.xhtml'],
  isText: true,
  shows: (beginning) =>
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html)\b/i.test(
      decodeBeginning(beginning.subarray(0, 2048)),
    ),
  async *read(reading) {
    const { file, notes, charset } = reading;
    const stated = /<meta[^>]{0,500}?charset\s*=\s*["']?([\w-]+)|<\?xml[^>]{0,200}?encoding=["']([\w-]+)/i.exec(
      file.beginning.toString('latin1'),
    );
    const text = await readText({ file, notes, charset: charset ?? stated?.[1] ?? stated?.[2] });
    notes.statedLanguage = parseLanguageTag(LANGUAGE.exec(text.slice(0, LANGUAGE_LENGTH))?.[1]);
    const { blocks, images } = await readHtml(text, notes);
    yield* blocks;
    yield* readEmbeddedImages(images, reading);
  },
};
