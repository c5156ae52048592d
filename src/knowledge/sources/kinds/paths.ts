import Type from 'typebox';
import { type PathTest, pathTest } from '../globs.ts';

/** Which of many files are taken, for every kind that lists files. */
export const PATHS = {
  paths: {
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      description:
        'patterns such as `docs/**/*.md`, of which a file has to fit one; `!` before a pattern leaves out what fits it; all files where there are none',
    }),
    initial: [],
  },
};

/** Bytes of a path or key that can be kept. */
const LONGEST_PATH = 1024;

/** Whether a file is taken. */
export function takenBy(patterns: readonly string[]): PathTest {
  const out = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pathTest(pattern.slice(1)));
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(pathTest);
  return (path) =>
    Buffer.byteLength(path) <= LONGEST_PATH &&
    (wanted.length === 0 || wanted.some((test) => test(path))) &&
    !out.some((test) => test(path));
}
