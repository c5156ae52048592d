import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;

/** A test in a source file. */
interface NamedTest {
  readonly name: string;
  readonly skipped: boolean;
  /** Its source, up to the next test. */
  readonly text: string;
}

const read = new Map<string, readonly NamedTest[]>();

/** The tests of a file, including skipped and parameterized ones; empty if there is no such file. */
export function listTests(file: string): readonly NamedTest[] {
  const known = read.get(file) ?? parse(file);
  read.set(file, known);
  return known;
}

function parse(file: string): NamedTest[] {
  if (!existsSync(join(ROOT, file))) return [];
  const text = readFileSync(join(ROOT, file), 'utf8');
  // A table of cases is between `it.each(` and the name; it may contain anything except the call with the name.
  const starts = [...text.matchAll(/\b(?:it|test)((?:\.\w+)*)\(/g)];
  return starts.flatMap(([, how = ''], index) => {
    const from = starts[index]?.index ?? 0;
    const block = text.slice(from, starts[index + 1]?.index ?? text.length);
    const pattern = how.includes('.each')
      ? /\]\s*(?:as const)?\s*,?\s*\)\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/
      : /^[\w.]+\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/;
    const name = pattern.exec(block)?.[2];
    if (name === undefined) return [];
    return [{ name: name.replaceAll(/\\(.)/g, '$1'), skipped: /\.(skip|todo|fails)/.test(how), text: block }];
  });
}
