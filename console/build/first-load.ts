import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum KiB of compressed scripts, with texts, that sign-in, home or inbox load before they show. */
const MAX_FIRST_LOAD_KIB = 150;
const KIB = 1024;

/** Scripts of the index, as `index-script.ts` inserts them. */
interface Manifest {
  readonly languages: Readonly<Record<string, readonly string[]>>;
  readonly screens: Readonly<Record<string, readonly string[]>>;
}

/** Returns the KiB of scripts, compressed with Brotli, that each first screen of a build loads in each language. */
function measureFirstLoads(build: string): Readonly<Record<string, number>> {
  const index = readFileSync(join(build, 'index.html'), 'utf8');
  const { languages, screens } = JSON.parse(/\{"languages":.*?\}\}/s.exec(index)?.[0] ?? '') as Manifest;
  const shared = [...index.matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].map(([, url = '']) => url);
  const measure = (scripts: readonly string[]) =>
    [...new Set([...shared, ...scripts])].reduce((sum, url) => sum + getCompressedSize(join(build, url)), 0) / KIB;
  return Object.fromEntries(
    Object.entries(languages).flatMap(([language, texts]) => [
      [`any screen in ${language}`, measure(texts)],
      ...Object.entries(screens).map(([screen, scripts]) => [
        `${screen} in ${language}`,
        measure([...texts, ...scripts]),
      ]),
    ]),
  );
}

/** Throws if a first screen of a compressed build loads more than the limit. */
export function assertFirstLoad(build: string): void {
  const large = Object.entries(measureFirstLoads(build)).filter(([, size]) => size > MAX_FIRST_LOAD_KIB);
  if (large.length === 0) return;
  const sizes = large.map(([screen, size]) => `${screen} ${size.toFixed(1)} KiB`).join(', ');
  throw new Error(
    `the first load exceeds ${MAX_FIRST_LOAD_KIB} KiB of compressed scripts: ${sizes}; load what the screens need later by a dynamic import`,
  );
}

function getCompressedSize(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
