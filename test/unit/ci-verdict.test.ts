import { describe, expect, it } from 'vitest';
import { type FileResult, judgeRun, type Report } from '../../scripts/ci-verdict.ts';

/** A file with these test results; its `status` follows from them unless it failed itself. */
function file(name: string, tests: Record<string, string>, status?: string): FileResult {
  const results = Object.entries(tests).map(([fullName, state]) => ({ fullName, status: state }));
  const failed = results.some((result) => result.status === 'failed');
  return { name, status: status ?? (failed ? 'failed' : 'passed'), assertionResults: results };
}

const run = (code: number, ...testResults: FileResult[]): Report => ({ code, testResults });

describe('the verdict on a run of the suite', () => {
  it('counts what passed and what failed', () => {
    expect(judgeRun(run(0, file('a', { one: 'passed', two: 'passed', left: 'pending' })))).toEqual({
      passed: 2,
      failed: 0,
      worthAnother: [],
      unsteady: [],
    });
  });

  it('is a failure if a file could not be loaded, the runner failed, or nothing ran', () => {
    expect(judgeRun(run(1, file('a', { one: 'passed' }), file('b', { two: 'skipped' }, 'failed')))).toMatchObject({
      passed: 1,
      failed: 1,
      worthAnother: ['b'],
    });
    expect(judgeRun(run(1, file('a', { one: 'passed' })))).toMatchObject({ failed: 1, worthAnother: [] });
    expect(judgeRun({ code: 0 })).toMatchObject({ passed: 0, failed: 1, worthAnother: [] });
  });

  it('retries a few failures, but not many', () => {
    const failing = (count: number) =>
      file('a', Object.fromEntries(Array.from({ length: count }, (_, at) => [`test ${at}`, 'failed'])));
    expect(judgeRun(run(1, failing(3), file('b', { one: 'passed' })))).toMatchObject({
      failed: 3,
      worthAnother: ['a'],
    });
    expect(judgeRun(run(1, failing(4)))).toMatchObject({ failed: 4, worthAnother: [] });
  });

  const first = run(1, file('a', { one: 'failed', two: 'passed' }), file('b', { three: 'passed' }));

  it('names what passed only in the second run', () => {
    expect(judgeRun(first, run(0, file('a', { one: 'passed', two: 'passed' })))).toEqual({
      passed: 3,
      failed: 0,
      worthAnother: [],
      unsteady: ['one'],
    });
    const unprepared = run(1, file('b', {}, 'failed'));
    expect(judgeRun(unprepared, run(0, file('b', { three: 'passed' })))).toMatchObject({
      passed: 1,
      failed: 0,
      unsteady: ['b'],
    });
  });

  it('stays a failure if the test, another one of its file, or the runner fails in the second run, or the test is missing', () => {
    expect(judgeRun(first, run(1, file('a', { one: 'failed', two: 'passed' })))).toMatchObject({
      passed: 2,
      failed: 1,
      unsteady: [],
    });
    expect(judgeRun(first, run(1, file('a', { one: 'passed', two: 'failed' })))).toMatchObject({
      passed: 2,
      failed: 1,
      unsteady: ['one'],
    });
    expect(judgeRun(first, run(1, file('a', { one: 'passed', two: 'passed' })))).toMatchObject({ failed: 1 });
    expect(judgeRun(first, run(0, file('a', { two: 'passed' })))).toMatchObject({ failed: 1, unsteady: [] });
    expect(judgeRun(first, { code: 1 })).toMatchObject({ failed: 1, unsteady: [] });
  });
});
