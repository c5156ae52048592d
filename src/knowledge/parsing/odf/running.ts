import type { Block } from '../contract.ts';
import { findAll, getAttribute, getElements, readElement } from '../ooxml/xml.ts';
import { PAGE_NUMBER } from '../pages.ts';
import type { OdfPackage } from './package.ts';
import { readElementBlocks } from './text.ts';

/** Headers and footers of pages, and shapes that slides show. */
const RUNNING = /^(?:header|footer)(?:-left|-first)?$|^(?:frame|custom-shape|g|rect|line)$/;
/** What LibreOffice writes for the name of a sheet. */
const SHEET_NAME = '???';

/**
 * Yields each text of headers, footers and master slides once, without page numbers and empty fields. `declared` are
 * the texts that a presentation declares for them.
 */
export async function* readRunningTexts(odf: OdfPackage, declared: readonly string[] = []): AsyncGenerator<Block> {
  const seen = new Set<string>();
  const styles = await readElement(await odf.stream('styles.xml'));
  const shapes = (styles ? findAll(styles, 'master-page') : []).flatMap(getElements).filter((part) => {
    const isShown = getAttribute(part, 'display') !== 'false' && getAttribute(part, 'class') === undefined;
    return isShown && RUNNING.test(part.name);
  });
  const texts = shapes.flatMap((part) => [
    ...readElementBlocks({ name: 'master', attributes: {}, children: [part] }, null),
  ]);
  for (const text of [...declared, ...texts.map((block) => block.text)].map((one) => one.trim())) {
    if (text === '' || text === SHEET_NAME || seen.has(text) || PAGE_NUMBER.test(text)) continue;
    seen.add(text);
    yield { kind: 'paragraph', text, page: null };
  }
}
