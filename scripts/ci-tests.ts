/**
 * Runs the suite for continuous integration: `npm test`, the runner's own summary, and a last line `N passed, N failed`. Where a
 * few tests failed, their files run once more by themselves: what fails again has failed, what does not is named as unsteady.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Report, verdictOf } from './ci-verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'));

/** Runs `npm test` on files, on all where none is named. */
async function runSuite(name: string, files: readonly string[] = []): Promise<Report> {
  const path = join(folder, name);
  const skipped = '--reporter=./test/support/skipped-tests.ts';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`, skipped];
  const suite = spawn('npm', ['test', '--', ...files, ...reporters], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(suite, 'exit')) as [number | null];
  return { ...(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}), code: code ?? 1 };
}

try {
  const first = await runSuite('first.json');
  const { worthAnother, ...verdict } = verdictOf(first);
  const files = worthAnother.map((file) => relative(process.cwd(), file));
  if (files.length > 0) console.log(`\n${verdict.failed} failed; once more, by themselves: ${files.join(', ')}\n`);
  const { passed, failed, unsteady } =
    files.length > 0 ? verdictOf(first, await runSuite('second.json', files)) : verdict;
  if (unsteady.length > 0) console.log(`\nunsteady, passed only when run again: ${unsteady.join('; ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
