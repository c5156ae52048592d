import './test/support/require-node.ts';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { NODE_ARGS } from './test/support/node-args.ts';
import SkippedTests from './test/support/skipped-tests.ts';
import { listTestsOfProductFile } from './test/support/watched.ts';

// The runner and every product process that a test starts share one compile cache.
process.env.NODE_COMPILE_CACHE ??= new URL('node_modules/.cache/holdfast-test/modules', import.meta.url).pathname;
// Temporal may use more memory before it collects garbage.
process.env.GOGC ??= '1000';
// Threads of Go that wait for work cost a fifth of Temporal's CPU time.
process.env.GOMAXPROCS ??= '1';
// Screenshots of the console are taken only when a run names console files.
process.env.PICTURES ??= process.argv.some((word) => word.includes('/console')) ? '1' : '0';

const ANY = 'test/**/*.test.ts';
const LONG = 'test/long/**/*.test.ts';

export default defineConfig({
  test: {
    // Files share one stack and each creates its own organizations. With two cores, four workers use the time others
    // wait.
    maxWorkers: 4,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet.ts'],
    // A worker process keeps its modules between files: importing the whole API took a second for each file.
    isolate: false,
    execArgv: NODE_ARGS,
    // Node loads the TypeScript itself, as in production: no transformation, and the compile cache works.
    experimental: { viteModuleRunner: false },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Background work finishes late on a busy machine.
    expect: { poll: { timeout: 100_000 } },
    sequence: { sequencer: LongestFirst },
    watchTriggerPatterns: [{ pattern: /\.ts$/, testsToRun: listTestsOfProductFile }],
    reporters: ['default', new SkippedTests()],
    // A worker process serves one project. As one project, both tiers need half as many.
    projects:
      process.env.TIERS === 'all'
        ? [{ extends: true, test: { name: 'all', include: [ANY] } }]
        : [
            { extends: true, test: { name: 'fast', include: [ANY], exclude: [LONG] } },
            { extends: true, test: { name: 'long', include: [LONG] } },
          ],
  },
});
