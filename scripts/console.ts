/**
 * `npm run console:build`: builds the web console into console/dist. With --if-stale, only if the build is outdated.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { assertFirstLoad } from '../console/build/first-load.ts';
import {
  CONSOLE_BUILD,
  CONSOLE_SOURCES,
  digestSources,
  getBuildState,
  getDigestFile,
} from '../src/platform/console/build.ts';

/** Smaller files do not benefit. */
const MIN_COMPRESSED_BYTES = 1000;
const COMPRESSIBLE = /\.(?:m?js|css|svg|json|txt|map)$/;

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Builds beside the served build and replaces it when complete. */
async function build(): Promise<void> {
  const folder = join(CONSOLE_SOURCES, '.build');
  const made = join(folder, String(process.pid));
  // Vite builds React for development under another NODE_ENV, such as that of tests.
  process.env.NODE_ENV = 'production';
  const { build: bundle } = await import('vite');
  await bundle({ root: CONSOLE_SOURCES, logLevel: 'error', build: { outDir: made, emptyOutDir: true } });
  await compress(join(made, 'assets'));
  assertFirstLoad(made);
  writeFileSync(getDigestFile(made), digestSources());
  const old = `${made}-old`;
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(CONSOLE_BUILD, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(made, CONSOLE_BUILD);
  rmSync(old, { recursive: true, force: true });
}

/** Writes compressed versions of each asset. */
async function compress(assets: string): Promise<void> {
  const files = readdirSync(assets).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    files.map(async (name) => {
      const bytes = readFileSync(join(assets, name));
      if (bytes.length < MIN_COMPRESSED_BYTES) return;
      for (const [ending, squeeze] of Object.entries(compressors))
        writeFileSync(join(assets, `${name}.${ending}`), await squeeze(bytes));
    }),
  );
}

if (process.argv.includes('--if-stale') && getBuildState() === 'current') process.exit(0);
mkdirSync(CONSOLE_SOURCES, { recursive: true });
const began = performance.now();
await build();
process.stdout.write(`built the console in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
process.exit(0);
