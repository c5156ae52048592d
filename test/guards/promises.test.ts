import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTests } from './named-tests.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** The page with each wrapped list item on one line. */
const PAGE = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8').replaceAll(/\n {2}(?=\S)/g, ' ');

/** A test that the page names. */
interface Named {
  readonly file: string;
  readonly name: string;
}

const NAMED: Named[] = [...PAGE.matchAll(/^- `(test\/[^`]+)` › (.+)$/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

const named = ({ file, name }: Named) => `${file} › ${name}`;

describe('the page of promises', () => {
  it('names only tests that exist and run', () => {
    const missing = NAMED.filter(
      ({ file, name }) => !listTests(file).some((test) => test.name === name && !test.skipped),
    );
    expect(missing.map(named), 'a test was renamed or removed: name in docs/promises.md what shows it now').toEqual([]);
  });

  it('names a test for every promise and every case', () => {
    const sections = PAGE.split(/^### /m).slice(1);
    const bare = sections.filter((section) => !/^- `test\//m.test(section)).map((section) => section.split('\n')[0]);
    expect(sections.length).toBeGreaterThan(20);
    expect(bare, 'a promise without a test is a wish').toEqual([]);
  });

  it('names every test of test/promises', () => {
    const all = globSync('test/{,long/}promises/*.test.ts', { cwd: ROOT }).flatMap((file) =>
      listTests(file).map((test) => ({ file, name: test.name })),
    );
    const known = new Set(NAMED.map(named));
    expect(all.length).toBeGreaterThan(20);
    expect(
      all.map(named).filter((test) => !known.has(test)),
      'say in docs/promises.md what these show',
    ).toEqual([]);
  });
});
