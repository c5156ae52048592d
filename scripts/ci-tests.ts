/**
 * Runs both test tiers for CI in one run (`npm run test:all`), so that the servers start once and no core waits for the
 * last file of the first tier. Prints the time, the CPU time and the longest files. Repeats the files of a few failed
 * tests: what fails again has failed, what passes is reported as unsteady. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { formatCost, readChildCpuSeconds } from './ci-cost.ts';
import { judgeRun, type Report, type Verdict } from './ci-verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'));

/** Runs the given test files, or all. */
async function runTests(files: readonly string[] = []): Promise<Report> {
  const path = join(folder, `${files.length}.json`);
  const skipped = '--reporter=./test/support/skipped-tests.ts';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`, skipped];
  const run = spawn('npm', ['run', 'test:all', '--', ...files, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(run, 'exit')) as [number | null];
  return { ...(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}), code: code ?? 1 };
}

/** Runs all tests, and repeats the files of a few failures. */
async function runSteadily(): Promise<Verdict> {
  const startedMs = performance.now();
  const first = await runTests();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`\n${formatCost(first.testResults ?? [], seconds, readChildCpuSeconds())}`);
  const verdict = judgeRun(first);
  const files = verdict.worthAnother.map((file) => relative(process.cwd(), file));
  if (files.length === 0) return verdict;
  console.log(`\n${verdict.failed} failed; once more, by themselves: ${files.join(', ')}\n`);
  return judgeRun(first, await runTests(files));
}

try {
  const { passed, failed, unsteady } = await runSteadily();
  if (unsteady.length > 0) console.log(`\nunsteady, passed only when run again: ${unsteady.join('; ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
