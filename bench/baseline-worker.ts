/** Worker of the baseline workflows: the SDK's defaults, the product's concurrency and cache, and a plain fetch. */
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { loadConfig, requireSetting } from '../src/platform/config.ts';
import { exitWithParent } from '../src/platform/local/parent-watch.ts';
import { BASELINE_QUEUE, toThinkingModelName } from './constants.ts';

/** Activities of the baseline workflows. */
export interface BaselineActivities {
  /** Calls the model, or a model with this delay in milliseconds, and returns its text. */
  callModel(message: string, thinkMs?: number): Promise<string>;
}

const modelUrl = requireSetting(process.env.BENCH_MODEL_URL, 'BENCH_MODEL_URL', 'name the model server');
const thinkingUrl = requireSetting(
  process.env.BENCH_THINKING_URL,
  'BENCH_THINKING_URL',
  'name the thinking model server',
);

const activities: BaselineActivities = {
  async callModel(message, thinkMs) {
    const [url, model] = thinkMs === undefined ? [modelUrl, 'scripted'] : [thinkingUrl, toThinkingModelName(thinkMs)];
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: message }] }),
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
  taskQueue: BASELINE_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./baseline-workflows.ts', import.meta.url)),
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
