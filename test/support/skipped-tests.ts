import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * A reporter that lists skipped tests below the summary; their titles name what would run them. With `CI`, a skipped
 * test fails the run. Tests outside a filter are not skipped.
 */
export default class SkippedTests implements Reporter {
  #filtered = false;

  onInit(vitest: Vitest): void {
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = this.#filtered ? [] : modules.flatMap(skippedIn);
    if (lines.length === 0) return;
    const verdict = process.env.CI ? 'skipped, which fails a run with CI set' : 'skipped';
    process.stderr.write(`\n${lines.length} ${verdict}:\n${lines.join('\n')}\n`);
    if (process.env.CI) process.exitCode = 1;
  }
}

/** Returns the skipped tests of a file with titles and notes. */
function skippedIn(module: TestModule): string[] {
  return [...module.children.allTests('skipped')].map((test) => {
    const result = test.result();
    const note = result.state === 'skipped' && result.note ? `: ${result.note}` : '';
    return `  ${module.relativeModuleId} > ${test.fullName}${note}`;
  });
}
