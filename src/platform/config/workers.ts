import { resolve } from 'node:path';
import { parseServedQueues } from '../temporal/queues.ts';
import { boolean, durationOrZero, hostPort, integer, optional, text, url } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Settings of Temporal, workers and models. */
export const WORKERS = {
  temporalPort: defineSetting(
    'TEMPORAL_PORT',
    '7233',
    'port of the Temporal server of `npm start`',
    integer(1, 65_535),
  ),
  temporalUiPort: defineSetting(
    'TEMPORAL_UI_PORT',
    '8233',
    'port of the Temporal UI of `npm start`',
    integer(1, 65_535),
  ),
  temporalUiUrl: defineSetting(
    'TEMPORAL_UI_URL',
    '',
    "base URL of Temporal's web UI, for links to a run's history; `npm start` sets its own",
    optional(url('http', 'https')),
  ),
  temporalAddress: defineSetting(
    'TEMPORAL_ADDRESS',
    '',
    'host:port of Temporal; empty: `npm start` runs one',
    optional(hostPort),
  ),
  temporalNamespace: defineSetting('TEMPORAL_NAMESPACE', 'default', 'Temporal namespace', text),
  temporalCli: defineSetting('TEMPORAL_CLI', '', 'path of a `temporal` binary for `npm start`', optional(text)),
  /** Lets several installations share a namespace. */
  taskQueuePrefix: defineSetting('TASK_QUEUE_PREFIX', 'holdfast', 'prefix of the three task queues', text),
  workerQueues: defineSetting(
    'WORKER_QUEUES',
    'runs:100,ingestion:10,background:20',
    'task queues of a worker, each with its maximum concurrent activities',
    parseServedQueues,
  ),
  workflowCacheSize: defineSetting(
    'WORKFLOW_CACHE_SIZE',
    '300',
    'maximum workflows that one worker keeps in memory',
    integer(2, 100_000),
  ),
  setCurrentVersion: defineSetting(
    'SET_CURRENT_VERSION',
    'true',
    'whether a starting worker makes its build the current version',
    boolean,
  ),
  /** Also the age from which maintenance checks a run's workflow. */
  reconcileSeconds: defineSetting('RECONCILE_SECONDS', '30', 'seconds per maintenance cycle', integer(1, 86_400)),
  modelsFile: defineSetting(
    'MODELS_FILE',
    '',
    'YAML file of models (default: config/models.yaml if it exists)',
    optional(text),
  ),
  embeddingFolder: defineSetting(
    'EMBEDDING_FOLDER',
    '',
    'folder of an embedding model that runs inside the product: `tokenizer.json`, `config.json`, `onnx/model*.onnx`',
    optional((path) => resolve(path)),
  ),
  embeddingModel: defineSetting(
    'EMBEDDING_MODEL',
    '',
    'default embedding model of collections (default: the first available)',
    optional(text),
  ),
  rerankModel: defineSetting(
    'RERANK_MODEL',
    '',
    'default reranker of searches, from `rerankers:` of the models file (default: none)',
    optional(text),
  ),
  rerankTimeoutMs: defineSetting(
    'RERANK_TIMEOUT_MS',
    '10000',
    'milliseconds after which a search continues without its reranker',
    integer(100, 60_000),
  ),
  toolBudget: defineSetting(
    'TOOL_BUDGET',
    '64',
    'maximum tools of MCP servers and integrations per model call; above it the model searches them',
    integer(1, 1000),
  ),
  toolBudgetTokens: defineSetting(
    'TOOL_BUDGET_TOKENS',
    '16000',
    'maximum estimated tokens of the definitions of these tools',
    integer(100, 1_000_000),
  ),
  mcpIdleTimeoutMs: defineSetting(
    'MCP_SILENCE_MS',
    '120000',
    'milliseconds without progress after which an MCP tool call is aborted',
    integer(100, 3_600_000),
  ),
  modelIdleTimeoutMs: defineSetting(
    'MODEL_SILENCE_MS',
    '120000',
    'milliseconds without data after which a model call is aborted',
    integer(100, 3_600_000),
  ),
  modelMaxWaitMs: defineSetting(
    'MODEL_MAX_WAIT',
    'PT24H',
    'maximum time that a run waits for an unavailable provider, as an ISO 8601 duration; PT0S: the run fails after six attempts',
    durationOrZero,
  ),
};
