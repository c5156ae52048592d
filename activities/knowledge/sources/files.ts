import { basename } from 'node:path';
import { saidKind } from '../../../src/knowledge/parsing/detect.ts';
import { takenBy } from '../../../src/knowledge/sources/kinds/paths.ts';

/** Which files of a list become documents: those that the patterns take and that are of a kind which is read. */
export function filesTaken(patterns: readonly string[]): (path: string) => boolean {
  const isTaken = takenBy(patterns);
  return (path) => isTaken(path) && saidKind({ mediaType: null, name: basename(path) }) !== undefined;
}

/** What is told of files that are left out. */
export function leftOut(count: number): string[] {
  return count === 0 ? [] : ['some files are left out: no pattern takes them, or files of their type are not read'];
}
