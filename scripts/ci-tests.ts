/**
 * Runs both test tiers for CI: `npm test`, then `npm run test:long`. Repeats the files of a few failed tests: what
 * fails again has failed, what passes is reported as unsteady. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { judgeRun, type Report, type Verdict } from './ci-verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'));

/** Runs an npm script of a tier on the given files, or on all. */
async function runTier(script: string, files: readonly string[] = []): Promise<Report> {
  const path = join(folder, `${script.replace(':', '-')}-${files.length}.json`);
  const skipped = '--reporter=./test/support/skipped-tests.ts';
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`, skipped];
  const tier = spawn('npm', ['run', script, '--', ...files, ...reporters], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(tier, 'exit')) as [number | null];
  return { ...(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}), code: code ?? 1 };
}

/** Runs a tier, and repeats the files of a few failures. */
async function runTierSteadily(script: string): Promise<Verdict> {
  const first = await runTier(script);
  const verdict = judgeRun(first);
  const files = verdict.worthAnother.map((file) => relative(process.cwd(), file));
  if (files.length === 0) return verdict;
  console.log(`\n${verdict.failed} failed; once more, by themselves: ${files.join(', ')}\n`);
  return judgeRun(first, await runTier(script, files));
}

try {
  const verdicts = [await runTierSteadily('test'), await runTierSteadily('test:long')];
  const unsteady = verdicts.flatMap((verdict) => verdict.unsteady);
  if (unsteady.length > 0) console.log(`\nunsteady, passed only when run again: ${unsteady.join('; ')}`);
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + count(verdict), 0);
  const failed = sum((verdict) => verdict.failed);
  console.log(`\n${sum((verdict) => verdict.passed)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
