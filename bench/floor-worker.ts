/** The worker of the bare workflows: the SDK's defaults, the product's concurrency and cache, and a plain fetch. */
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { loadConfig, requireSetting } from '../src/platform/config.ts';
import { exitWithParent } from '../src/platform/local/parent-watch.ts';
import { FLOOR_QUEUE } from './names.ts';

/** The activities of the bare workflows. */
export interface FloorActivities {
  /** Asks the model and answers its text. */
  callModel(message: string): Promise<string>;
}

const modelUrl = requireSetting(process.env.BENCH_MODEL_URL, 'BENCH_MODEL_URL', 'name the model server');

const activities: FloorActivities = {
  async callModel(message) {
    const response = await fetch(`${modelUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: message }] }),
    });
    const answer = (await response.json()) as { choices: { message: { content: string } }[] };
    const text = answer.choices[0]?.message.content;
    if (text === undefined) throw new Error(`the model server answered ${response.status} without a text`);
    return text;
  },
};

const config = loadConfig();
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
const connection = await NativeConnection.connect({
  address: requireSetting(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend'),
});
const worker = await Worker.create({
  connection,
  namespace: config.temporalNamespace,
  taskQueue: FLOOR_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./floor-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('WARN'),
  }),
  activities,
  maxConcurrentActivityTaskExecutions: config.workerQueues.get('runs') ?? 1,
  maxCachedWorkflows: config.workflowCacheSize,
});
const running = worker.run();
const stop = async () => {
  if (worker.getState() === 'RUNNING') worker.shutdown();
  await running;
};
process.on('SIGTERM', () => void stop());
exitWithParent(stop);
process.stdout.write('ready\n');
await running;
await connection.close();
process.exit(0);
