import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * A reporter that names each skipped test below the summary; its title says what would run it. With `CI` set a skipped test
 * fails the run: nothing is decided by tests that did not run. Tests that a filter leaves out are not skipped.
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

/** Skipped tests of a file, each with its path of titles and the note it was skipped with. */
function skippedIn(module: TestModule): string[] {
  return [...module.children.allTests('skipped')].map((test) => {
    const result = test.result();
    const note = result.state === 'skipped' && result.note ? `: ${result.note}` : '';
    return `  ${module.relativeModuleId} > ${test.fullName}${note}`;
  });
}
