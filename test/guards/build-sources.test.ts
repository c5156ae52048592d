import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXTERNAL_SOURCES } from '../../src/platform/console/build.ts';

const ROOT = join(import.meta.dirname, '../..');
const stages = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1);

/** Paths of the checkout that a stage copies. */
function listCopied(stage = ''): string[] {
  const copies = [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)];
  return copies.flatMap(([, paths = '']) => paths.split(' ').slice(0, -1));
}

/** Files outside the console's folder that it imports. */
function listImported(): string[] {
  const files = globSync('console/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['console/node_modules'] });
  const imported = files.flatMap((file) => {
    const imports = readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '(\.[^']+)'/g);
    return [...imports].map(([, path = '']) => join(dirname(file), path));
  });
  return imported.filter((path) => !path.startsWith('console/'));
}

/** Returns the imported files that are in none of the sources. */
const findMissing = (sources: readonly string[]) =>
  listImported().filter((path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)));

describe('the Dockerfile', () => {
  it('copies files that exist', () => {
    const copied = stages.flatMap(listCopied);
    expect(copied).toContain('console');
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('copies what the console imports', () => {
    const copied = listCopied(stages.find((stage) => /^\S+ AS console$/m.test(stage)));
    expect(copied).toContain('console');
    expect(findMissing(copied)).toEqual([]);
  });
});

describe('the digest of a console build', () => {
  it('contains what the console imports', () => {
    expect(listImported()).not.toEqual([]);
    expect(findMissing(EXTERNAL_SOURCES)).toEqual([]);
  });
});
