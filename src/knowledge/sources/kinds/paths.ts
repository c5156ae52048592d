import Type from 'typebox';
import { type PathTest, pathTest } from '../globs.ts';

/** Field that selects files, for every kind that lists files. */
export const PATHS = {
  paths: {
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      description:
        'Patterns such as `docs/**/*.md`. A file must match one of them and none that starts with `!`. Empty for all files.',
    }),
    initial: [],
  },
};

/** Maximum length of a path or key in bytes. */
const LONGEST_PATH = 1024;

/** Returns a test for the paths of files that the patterns select. */
export function takenBy(patterns: readonly string[]): PathTest {
  const out = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pathTest(pattern.slice(1)));
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(pathTest);
  return (path) =>
    Buffer.byteLength(path) <= LONGEST_PATH &&
    (wanted.length === 0 || wanted.some((test) => test(path))) &&
    !out.some((test) => test(path));
}
