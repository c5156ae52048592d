import type { ParseSettings } from '../../platform/config/parsing.ts';
import type { Message } from '../../platform/messages.ts';

/**
 * How much is done for a document: `fast` never asks OCR, `auto` has it read scanned pages where it is switched on, `hi_res`
 * pictures on other pages too, `ocr_only` has it read every page, and fails where it is off.
 */
export const STRATEGIES = ['auto', 'fast', 'hi_res', 'ocr_only'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A piece of a document that stands for itself. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'quote';
  /** Of a heading from 1, of a list item from 0. */
  readonly level?: number;
  /** Plain text; of a table its rows as lines. Never empty. */
  readonly text: string;
  /** Cells of a table. A long table comes as several blocks, each with the header row. */
  readonly rows?: readonly (readonly string[])[];
  /** Whether the first of `rows` names the columns. */
  readonly header?: boolean;
  /** From 1, where the document has pages or slides. */
  readonly page: number | null;
}

/** What is known of a document from its first block on. */
export interface ParsedBeginning {
  /** The type that the document really is of. */
  readonly mediaType: string;
  /** Kind of parser, such as `pdf`. */
  readonly parser: string;
  /** ISO 639-1, judged by the beginning of the text; null where that is too short or unclear. */
  readonly language: string | null;
}

/** What is known of a document once it is read. */
export interface ParsedSummary extends ParsedBeginning {
  readonly title: string | null;
  /** Title that its front matter states; left out where it states none. */
  readonly statedTitle?: string;
  /** Null where the document has no pages. */
  readonly pageCount: number | null;
  /** Pages that hold pictures and no text, whether or not OCR read them. */
  readonly scannedPages: readonly number[];
  /** What was left out or is uncertain, in words for people. */
  readonly warnings: readonly string[];
}

/** Why a document can't be read. */
export type ParseReason =
  | 'PASSWORD_PROTECTED'
  | 'DAMAGED_FILE'
  | 'EMPTY_DOCUMENT'
  | 'NO_TEXT'
  | 'TYPE_MISMATCH'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_PAGES'
  | 'TOO_LARGE'
  | 'OUT_OF_MEMORY'
  | 'OUT_OF_TIME';

/** Thrown if a document cannot be read; another attempt would fail too. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly reason: ParseReason;
  readonly detail: Message;

  constructor(reason: ParseReason, detail: Message) {
    super(detail.msg);
    this.reason = reason;
    this.detail = detail;
  }
}

/** A document to read. */
export interface ParseRequest {
  /** Where the bytes are, or the bytes themselves, which are read once. */
  readonly source: { readonly path: string } | { readonly bytes: AsyncIterable<Uint8Array> };
  /** What was stated of it; the bytes count more. */
  readonly mediaType: string | null;
  readonly name: string;
  readonly strategy: Strategy;
  readonly settings: ParseSettings;
}

/** A document being read: its blocks, taken once, and what is known by then. */
export interface Parsing extends AsyncIterable<Block> {
  /** Throws before the first block was taken. */
  beginning(): ParsedBeginning;
  /** Throws before the last block was taken. */
  summary(): ParsedSummary;
}

/** What is searched and cited: some neighbouring text of a document. */
export interface NewChunk {
  /** From 0. */
  readonly position: number;
  readonly text: string;
  /** Page of the first block. */
  readonly page: number | null;
  /** Titles of the headings it stands under, outermost first. */
  readonly headingPath: readonly string[];
  readonly tokenCount: number;
}

/** How large chunks are. The same blocks and sizes always make the same chunks. */
export interface ChunkSizes {
  readonly maxTokens: number;
  /** Tokens at the end of a chunk with which the next one begins, where a block is cut. */
  readonly overlapTokens: number;
  readonly countTokens: (text: string) => number;
}
