import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

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
    hookTimeout: 120_000,
    reporters: ['default'],
  },
});
