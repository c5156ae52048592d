import { readDocx } from '../docx/read.ts';
import type { ParserKind } from './kind.ts';

export const docx: ParserKind = {
  name: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  alsoStated: [
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  ],
  endings: ['.docx', '.docm', '.dotx', '.dotm'],
  isText: false,
  mainPart: /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroenabled/,
  read: readDocx,
};
