import type { ParserKind } from './kind.ts';
import { plainText } from './text.ts';

/** Every kind of documents that is read. Of two that a file could be of, the first counts. */
export const PARSER_KINDS: readonly ParserKind[] = [plainText];
