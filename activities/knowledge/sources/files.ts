import { basename } from 'node:path';
import { saidKind } from '../../../src/knowledge/parsing/detect.ts';
import { takenBy } from '../../../src/knowledge/sources/kinds/paths.ts';

/** Returns a test for files that become documents: they match the patterns and have a supported type. */
export function filesTaken(patterns: readonly string[]): (path: string) => boolean {
  const isTaken = takenBy(patterns);
  return (path) => isTaken(path) && saidKind({ mediaType: null, name: basename(path) }) !== undefined;
}

/** Returns the note on skipped files. */
export function leftOut(count: number): string[] {
  return count === 0 ? [] : ['some files were skipped because no pattern matches them or their type is not supported'];
}
