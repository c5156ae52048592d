import { csv } from './csv.ts';
import { doc } from './doc.ts';
import { docx } from './docx.ts';
import { eml } from './eml.ts';
import { enrichedText } from './enriched.ts';
import { epub } from './epub.ts';
import { html } from './html.ts';
import { IMAGES } from './image.ts';
import { json, ndjson } from './json.ts';
import type { ParserKind } from './kind.ts';
import { markdown } from './markdown.ts';
import { msg } from './msg.ts';
import { ODF } from './odf.ts';
import { pdf } from './pdf.ts';
import { ppt } from './ppt.ts';
import { pptx } from './pptx.ts';
import { rtf } from './rtf.ts';
import { plainText } from './text.ts';
import { xls } from './xls.ts';
import { xlsx } from './xlsx.ts';
import { xml } from './xml.ts';

/** All supported kinds. The first matching kind wins. Kinds of packages load their reader at the first use. */
export const PARSER_KINDS: readonly ParserKind[] = [
  pdf,
  docx,
  pptx,
  xlsx,
  doc,
  xls,
  ppt,
  msg,
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
  enrichedText,
  plainText,
];
