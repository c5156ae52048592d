import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import SkippedTests from './test/support/skipped-tests.ts';

// What one process has compiled no other needs to: the runner's own, and each of the product's that tests start.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/holdfast-test/modules', import.meta.url).pathname;
// The Temporal servers may use more memory before they tidy up.
process.env.GOGC ??= '1000';
// Pictures of the console are for who works on it: a run that names its files takes them.
process.env.PICTURES ??= process.argv.some((word) => word.includes('test/console')) ? '1' : '0';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet.ts'],
    // Files share one stack and each has organizations of its own. On two cores others take up what some spend waiting.
    maxWorkers: 4,
    // A process keeps its modules from file to file: importing the whole API took a second each time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What comes by itself comes late on a busy machine.
    expect: { poll: { timeout: 100_000 } },
    reporters: ['default', new SkippedTests()],
  },
});
