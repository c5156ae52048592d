import { basename } from 'node:path';
import { findStatedKind } from '../../../src/knowledge/parsing/detect.ts';
import { createPathFilter } from '../../../src/knowledge/sources/kinds/fields.ts';

/** Returns a test for files that become documents: they match the patterns and have a supported type. */
export function createFileFilter(patterns: readonly string[]): (path: string) => boolean {
  const isSelected = createPathFilter(patterns);
  return (path) => isSelected(path) && findStatedKind({ mediaType: null, name: basename(path) }) !== undefined;
}

/** Returns the note on skipped files. */
export function toSkippedNotes(count: number): string[] {
  return count === 0 ? [] : ['some files were skipped because no pattern matches them or their type is not supported'];
}
