/**
 * `npm run replay`: replays every run that is under way or waits, with the workflows of this build, before it is
 * released. Reads TEMPORAL_ADDRESS and changes nothing. Exit code 1, naming the runs, when this build could not go on
 * with one.
 */
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { loadConfig, SettingError } from '../src/platform/config.ts';
import { WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { workflowBundle } from '../src/platform/temporal/bundle.ts';
import { replayRunning } from '../src/platform/temporal/replay.ts';
import { openTemporal } from '../src/platform/temporal/starter.ts';

async function main(): Promise<number> {
  const config = loadConfig();
  // What goes wrong is told below, a line a run; the SDK would tell it with every stack.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'ERROR' } },
  });
  const temporal = openTemporal(config);
  try {
    await temporal.client.connection.ensureConnected().catch((error: Error) => {
      throw new SettingError(
        'TEMPORAL_ADDRESS',
        `Temporal can't be reached at ${config.temporalAddress} (${error.message})`,
      );
    });
    const { codePath, buildId } = await workflowBundle(join(config.dataDir, 'cache'));
    const { replayed, gone, failures } = await replayRunning(temporal.client, temporal.queues, codePath);
    for (const { workflowId, problem } of failures) process.stdout.write(`run ${workflowId}: ${problem}\n`);
    const rest = gone > 0 ? `; ${gone} were gone before they could be read` : '';
    process.stdout.write(`build ${buildId}: replayed ${replayed} workflows, ${failures.length} failed${rest}\n`);
    return failures.length === 0 ? 0 : 1;
  } finally {
    await temporal.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const told = error instanceof SettingError;
    process.stderr.write(
      `${told || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack}\n`,
    );
    process.exit(told ? WRONG_SETTING_CODE : 1);
  },
);
