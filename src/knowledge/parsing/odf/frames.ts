import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import {
  findAll,
  findElement,
  getAttribute,
  getElements,
  getText,
  readElement,
  type XmlElement,
} from '../ooxml/xml.ts';
import type { OdfPackage } from './package.ts';
import { readElementBlocks } from './text.ts';

/** Context for reading frames. */
interface FrameContext {
  readonly reading: Reading;
  readonly odf: OdfPackage;
  readonly page: number | null;
  /** Whether the data of charts are read. In spreadsheets they are in cells. */
  readonly hasChartData: boolean;
}

/** Yields the texts of pictures and embedded objects, such as charts and formulas, in an element. */
export async function* readFrames(element: XmlElement, context: FrameContext): AsyncGenerator<Block> {
  const frames = element.name === 'frame' ? [element] : findAll(element, 'frame');
  for (const frame of frames) {
    const object = findElement(frame, 'object') ?? findElement(frame, 'object-ole');
    // The image of an object is its rendering. Of several images, the first is the preferred one.
    if (object) yield* readObjectBlocks(object, context);
    else yield* readPictures(findElement(frame, 'image'), context);
    for (const child of getElements(frame)) yield* readFrames(child, context);
  }
}

async function* readPictures(image: XmlElement | undefined, { reading, odf, page }: FrameContext) {
  const picture = image && odf.findPicture(getAttribute(image, 'href') ?? '');
  if (picture) yield* reading.pictures.read(reading, picture, page);
}

/** Yields the texts of an object with the data of a chart. Warns of objects in formats of other programs. */
async function* readObjectBlocks(object: XmlElement, context: FrameContext): AsyncGenerator<Block> {
  const { reading, odf, page, hasChartData } = context;
  const folder = (getAttribute(object, 'href') ?? '').replace(/^\.\//, '');
  const root = getElements(object)[0] ?? (await readElement(await odf.stream(`${folder}/content.xml`)));
  if (!root) {
    reading.notes.warnings.add('Embedded files of other programs were not read.');
    return;
  }
  // Formulas state their text in the notation of the editor.
  const formulas = root.name === 'math' ? findAll(root, 'annotation').map(getText) : [];
  for (const text of formulas) yield { kind: 'paragraph', text, page };
  for (const title of findAll(root, 'title')) yield* readElementBlocks(title, page);
  for (const block of root.name === 'math' ? [] : readElementBlocks(root, page))
    if (hasChartData || block.kind !== 'table') yield block;
}
