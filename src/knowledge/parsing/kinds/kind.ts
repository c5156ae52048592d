import type { ParseSettings } from '../../../platform/config/parsing.ts';
import type { Block, Strategy } from '../contract.ts';
import type { Pictures } from '../pictures.ts';
import type { SourceFile } from '../source-file.ts';

/** Facts that a reader collects besides the blocks. */
export interface Notes {
  title: string | null;
  /** Title in the front matter. */
  statedTitle?: string;
  /** Values that the file states, by their names in the format. */
  properties?: Iterable<readonly [string, unknown]>;
  /** Language that the author states, ISO 639-1. */
  statedLanguage?: string | undefined;
  /** Language that programs write into each file, ISO 639-1. It counts if the text shows no other. */
  defaultLanguage?: string | undefined;
  pageCount: number | null;
  readonly scannedPages: number[];
  /** Distinct warnings. */
  readonly warnings: Set<string>;
}

/** Input and output of a reader. */
export interface Reading {
  readonly file: SourceFile;
  /** Declared charset. */
  readonly charset: string | undefined;
  readonly strategy: Strategy;
  readonly settings: ParseSettings;
  readonly notes: Notes;
  readonly pictures: Pictures;
  /** Reads an embedded document. Undefined at the maximum nesting. */
  readonly readNested?: (bytes: Buffer, name: string, mediaType: string) => AsyncIterable<Block>;
}

/** A kind of document and its reader. */
export interface ParserKind {
  readonly name: string;
  readonly mediaType: string;
  /** Other media types in use. */
  readonly alsoStated: readonly string[];
  /** File extensions with the dot. */
  readonly endings: readonly string[];
  /** Whether the files are text, which only extension and declared type distinguish. */
  readonly isText: boolean;
  /** Whether the first bytes identify this kind. */
  readonly shows?: (beginning: Buffer) => boolean;
  /** Content types of the main part of an Office Open XML package, in lower case. */
  readonly mainPart?: RegExp;
  /** Streams at the top of a compound file (OLE). Each identifies this kind. */
  readonly oleStreams?: readonly string[];
  /** Contents of the entry `mimetype` of OpenDocument and EPUB archives. */
  readonly packageTypes?: readonly string[];
  /** Yields the blocks in reading order. Throws a ParseError. */
  read(reading: Reading): AsyncIterable<Block>;
}
