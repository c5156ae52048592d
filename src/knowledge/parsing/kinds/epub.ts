import { readEpub } from '../epub/read.ts';
import type { ParserKind } from './kind.ts';

/** Electronic books. Chapters are read in their order. */
export const epub: ParserKind = {
  name: 'epub',
  mediaType: 'application/epub+zip',
  alsoStated: [],
  endings: ['.epub'],
  isText: false,
  packageTypes: ['application/epub+zip'],
  read: readEpub,
};
