import type { ParseSettings } from '../../platform/config/parsing.ts';
import type { Message } from '../../platform/messages.ts';
import type { StatedMetadata } from '../metadata/contract.ts';

/**
 * Parsing strategy: `fast` never uses OCR, `auto` uses it for scanned pages if configured, `hi_res` also for images on
 * other pages, `ocr_only` for every page; it fails without OCR.
 */
export const STRATEGIES = ['auto', 'fast', 'hi_res', 'ocr_only'] as const;
/** When OCR reads the pages of a document. */
export type Strategy = (typeof STRATEGIES)[number];

/** A block of a document. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'quote';
  /** Level of a heading from 1, of a list item from 0. */
  readonly level?: number;
  /** Plain text, never empty. A table has its rows as lines. */
  readonly text: string;
  /** Cells of a table. A long table is split into blocks with the header row in each. */
  readonly rows?: readonly (readonly string[])[];
  /** Whether the first of `rows` names the columns. */
  readonly header?: boolean;
  /** Page or slide from 1. Null without pages. */
  readonly page: number | null;
}

/** Facts about a document that are known at its first block. */
export interface ParsedBeginning {
  /** Detected media type. */
  readonly mediaType: string;
  /** Kind of parser, such as `pdf`. */
  readonly parser: string;
  /**
   * ISO 639-1 code: the language that the document states, else detected from the text so far. Null if the text is too
   * short or unclear.
   */
  readonly language: string | null;
}

/** Facts about a completely parsed document. */
export interface ParsedSummary extends ParsedBeginning {
  readonly title: string | null;
  /** Title in its front matter. */
  readonly statedTitle?: string;
  /** Values that the file states. */
  readonly properties?: StatedMetadata;
  /** Null where the document has no pages. */
  readonly pageCount: number | null;
  /** Pages with images and without text, whether or not OCR read them. */
  readonly scannedPages: readonly number[];
  /** Warnings about omitted or uncertain content, for people. */
  readonly warnings: readonly string[];
}

/** Why a document cannot be parsed. */
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

/** A document to parse. */
export interface ParseRequest {
  /** Path of the file, or its bytes, which are read once. */
  readonly source: { readonly path: string } | { readonly bytes: AsyncIterable<Uint8Array> };
  /** Declared media type. The bytes take precedence. */
  readonly mediaType: string | null;
  readonly name: string;
  readonly strategy: Strategy;
  readonly settings: ParseSettings;
}

/** A document being parsed: its blocks, readable once, and its facts. */
export interface Parsing extends AsyncIterable<Block> {
  /** Throws before the first block was taken. */
  beginning(): ParsedBeginning;
  /** Throws before the last block was taken. */
  summary(): ParsedSummary;
}

/** A page that starts within a text. */
export interface PageStart {
  /** Position in the text, in UTF-16 code units. */
  readonly offset: number;
  /** From 1. */
  readonly page: number;
}

/** Unit of search and citation: neighbouring text of a document. */
export interface NewChunk {
  /** Position in the document, from 0. */
  readonly position: number;
  readonly text: string;
  /** Page of the first block, from 1. */
  readonly page: number | null;
  /** Further pages that start within the text, in order. */
  readonly pageStarts: readonly PageStart[];
  /** Titles of the headings above it, outermost first. */
  readonly headingPath: readonly string[];
  readonly tokenCount: number;
}

/** Size of chunks. The same blocks and sizes always yield the same chunks. */
export interface ChunkSizes {
  readonly maxTokens: number;
  /** Tokens that a chunk repeats from the previous one if a block was split. */
  readonly overlapTokens: number;
  readonly countTokens: (text: string) => number;
}
