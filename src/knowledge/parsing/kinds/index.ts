import { csv } from './csv.ts';
import { docx } from './docx.ts';
import { eml } from './eml.ts';
import { html } from './html.ts';
import { IMAGES } from './image.ts';
import { json, ndjson } from './json.ts';
import type { ParserKind } from './kind.ts';
import { markdown } from './markdown.ts';
import { pdf } from './pdf.ts';
import { pptx } from './pptx.ts';
import { plainText } from './text.ts';
import { xlsx } from './xlsx.ts';

/** All supported kinds. The first matching kind wins. */
export const PARSER_KINDS: readonly ParserKind[] = [
  pdf,
  docx,
  pptx,
  xlsx,
  ...IMAGES,
  html,
  eml,
  markdown,
  csv,
  json,
  ndjson,
  plainText,
];
