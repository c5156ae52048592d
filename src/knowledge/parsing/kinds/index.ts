import { csv } from './csv.ts';
import { docx } from './docx.ts';
import { eml } from './eml.ts';
import { epub } from './epub.ts';
import { html } from './html.ts';
import { IMAGES } from './image.ts';
import { json, ndjson } from './json.ts';
import type { ParserKind } from './kind.ts';
import { markdown } from './markdown.ts';
import { ODF } from './odf.ts';
import { pdf } from './pdf.ts';
import { pptx } from './pptx.ts';
import { rtf } from './rtf.ts';
import { plainText } from './text.ts';
import { xlsx } from './xlsx.ts';
import { xml } from './xml.ts';

/** All supported kinds. The first matching kind wins. Kinds of packages load their reader at the first use. */
export const PARSER_KINDS: readonly ParserKind[] = [
  pdf,
  docx,
  pptx,
  xlsx,
  ...ODF,
  epub,
  rtf,
  ...IMAGES,
  html,
  eml,
  xml,
  markdown,
  csv,
  json,
  ndjson,
  plainText,
];
