import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatCost, readChildCpuSeconds } from '../../scripts/ci-cost.ts';

const file = (name: string, endTime: number) => ({
  ...{ name, status: 'passed', assertionResults: [] },
  ...{ startTime: 1000, endTime },
});

describe('the cost of a run of the suite', () => {
  it('names the time, the CPU time and the longest files first', () => {
    const files = [file('/clone/test/short.test.ts', 3000), file('/clone/test/long/slow.test.ts', 62_000)];
    expect(formatCost(files, 100, 180)).toBe(
      [
        'took 100 s, 180 CPU s, 1.80 cores busy; the files that took longest:',
        '    61 s  test/long/slow.test.ts',
        '     2 s  test/short.test.ts',
      ].join('\n'),
    );
  });

  it('lists ten files, and no CPU time where the system does not report it', () => {
    const files = Array.from({ length: 12 }, (_, index) => file(`test/${index}.test.ts`, 2000));
    const lines = formatCost(files, 100, undefined).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('took 100 s; the files that took longest:');
  });

  it.runIf(process.platform === 'linux')('counts the CPU time of ended child processes', () => {
    const before = readChildCpuSeconds();
    const work = 'const end = process.cpuUsage().user + 50_000; while (process.cpuUsage().user < end);';
    execFileSync(process.execPath, ['--eval', work]);
    expect(readChildCpuSeconds()).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
  });
});
