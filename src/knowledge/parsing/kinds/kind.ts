import type { ParseSettings } from '../../../platform/config/parsing.ts';
import type { Block, Strategy } from '../contract.ts';
import type { SourceFile } from '../source-file.ts';

/** What reading finds out beside the blocks. */
export interface Notes {
  title: string | null;
  /** Title that the document states of itself in its front matter. */
  statedTitle?: string;
  pageCount: number | null;
  readonly scannedPages: number[];
  /** Each is said once. */
  readonly warnings: Set<string>;
}

/** A document that is being read. */
export interface Reading {
  readonly file: SourceFile;
  /** How its text is written, where that was stated. */
  readonly charset: string | undefined;
  readonly strategy: Strategy;
  readonly settings: ParseSettings;
  readonly notes: Notes;
  /** Reads a document within this one; undefined where that is within too many others. */
  readonly readNested?: (bytes: Buffer, name: string, mediaType: string) => AsyncIterable<Block>;
}

/** A kind of documents and how they are read. */
export interface ParserKind {
  readonly name: string;
  readonly mediaType: string;
  /** Other names of the type that are in use. */
  readonly alsoStated: readonly string[];
  /** What names of such files end in, with the dot. */
  readonly endings: readonly string[];
  /** Whether such files are text, which only their names and what was stated tell apart. */
  readonly isText: boolean;
  /** Whether the beginning of a file can only be of this kind. */
  readonly shows?: (beginning: Buffer) => boolean;
  /** Content types, in lower case, of the main part of an Office Open XML package of this kind. */
  readonly mainPart?: RegExp;
  /** The blocks, in reading order. Throws a ParseError where there is no reading it. */
  read(reading: Reading): AsyncIterable<Block>;
}
