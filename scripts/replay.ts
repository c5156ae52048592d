/**
 * `npm run replay`: replays every running workflow with this build, before it is released. Reads TEMPORAL_ADDRESS and
 * changes nothing. Exits with 1 and names the runs that this build could not continue.
 */
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { SettingError } from '../src/platform/config.ts';
import { runProcess } from '../src/platform/process.ts';
import { loadWorkflowBundle } from '../src/platform/temporal/bundle.ts';
import { replayRunning } from '../src/platform/temporal/replay.ts';
import { openServices } from '../src/services.ts';

await runProcess(async () => {
  await using services = await openServices('command', ['config', 'temporal']);
  const { config, temporal } = services;
  // Failures are printed below, one line per run. The SDK would log each with its stack.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'ERROR' } },
  });
  const client = await temporal.client();
  await client.connection.ensureConnected().catch((error: Error) => {
    throw new SettingError(
      'TEMPORAL_ADDRESS',
      `Temporal cannot be reached at ${config.temporalAddress} (${error.message})`,
    );
  });
  const { codePath, buildId } = await loadWorkflowBundle(join(config.dataDir, 'cache'));
  const { replayed, deleted: gone, failures } = await replayRunning(client, temporal.queues, codePath);
  for (const { workflowId, problem } of failures) process.stdout.write(`run ${workflowId}: ${problem}\n`);
  const rest = gone > 0 ? `; ${gone} were gone before they could be read` : '';
  process.stdout.write(`build ${buildId}: replayed ${replayed} workflows, ${failures.length} failed${rest}\n`);
  return failures.length === 0 ? 0 : 1;
});
