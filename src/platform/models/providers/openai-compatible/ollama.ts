import type { ModelFields } from '../../catalog.ts';
import { MAX_DIMENSION } from '../../limits.ts';
import type { FoundEmbedding, FoundModels } from '../provider.ts';

const DEFAULT_PORT = 11434;
/** Timeout for the list. An address without a server refuses at once; a busy machine may answer late. */
const LIST_TIMEOUT_MS = 2000;
/** Timeouts for model details and for a probe vector. The server may have to load the model. */
const SHOW_TIMEOUT_MS = 2000;
const PROBE_TIMEOUT_MS = 10_000;

/** Returns the models of an Ollama server, if one responds. `host` has the format of OLLAMA_HOST. */
export async function findOllamaModels(host: string | undefined): Promise<FoundModels> {
  const address = parseOllamaHost(host);
  const models = (await listServerModels(address)).flatMap((row) => {
    const name = field(row, 'name');
    return typeof name === 'string' && name !== '' ? [{ name, isEmbedding: isEmbeddingModel(name, row) }] : [];
  });
  const embedding = models.filter(({ isEmbedding }) => isEmbedding).map(({ name }) => toEmbeddingEntry(address, name));
  const chat = models.filter(({ isEmbedding }) => !isEmbedding).map(({ name }) => toModelEntry(address, name));
  return {
    models: await Promise.all(chat),
    embeddings: (await Promise.all(embedding)).filter((entry) => entry !== undefined),
  };
}

/** Reads the capabilities of a model. By default it supports tools and no vision. */
async function toModelEntry(address: string, name: string): Promise<ModelFields> {
  const details = await fetchDetails(address, name);
  const capabilities = field(details, 'capabilities');
  const hasCapability = (ability: string, fallback: boolean) =>
    Array.isArray(capabilities) ? capabilities.includes(ability) : fallback;
  return {
    name,
    alias: name === stripLatestTag(name) ? null : stripLatestTag(name),
    vendor: 'ollama',
    description: formatDescription(address),
    supports_vision: hasCapability('vision', false),
    supports_pdf: false,
    supports_audio: false,
    supports_tools: hasCapability('tools', true),
    output_modalities: ['text', 'json'],
    context_window: findNumber(field(details, 'model_info'), '.context_length') ?? null,
    input_price: '0',
    output_price: '0',
    retired: false,
    providerModel: name,
    baseUrl: `${address}/v1`,
  };
}

/** Returns undefined if the vector length is unknown or too large for searches. */
async function toEmbeddingEntry(address: string, name: string): Promise<FoundEmbedding | undefined> {
  const info = field(await fetchDetails(address, name), 'model_info');
  const dimension = findNumber(info, '.embedding_length') ?? (await probeDimension(address, name));
  if (dimension === undefined || dimension > MAX_DIMENSION) return undefined;
  return {
    name: stripLatestTag(name),
    description: formatDescription(address),
    providerModel: name,
    baseUrl: `${address}/v1`,
    dimension,
    maxInputTokens: findNumber(info, '.context_length'),
  };
}

/** Requests the details of a model. */
function fetchDetails(address: string, model: string): Promise<unknown> {
  return post(`${address}/api/show`, { model }, SHOW_TIMEOUT_MS);
}

/** Returns a positive number whose key starts with the model's architecture. */
function findNumber(info: unknown, suffix: string): number | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const value: unknown = Object.entries(info).find(([key]) => key.endsWith(suffix))?.[1];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Returns the length of a probe vector; undefined on a timeout or error. */
async function probeDimension(address: string, model: string): Promise<number | undefined> {
  const response = await post(`${address}/v1/embeddings`, { model, input: 'probe' }, PROBE_TIMEOUT_MS);
  const rows = field(response, 'data');
  const vector = Array.isArray(rows) ? field(rows[0], 'embedding') : undefined;
  return Array.isArray(vector) && vector.length > 0 ? vector.length : undefined;
}

/** Sends a POST request. Returns undefined if it fails or times out. */
async function post(url: string, body: object, timeoutMs: number): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function formatDescription(address: string): string {
  return `Runs locally in Ollama at ${address}`;
}

/** Removes the default tag of a name. */
function stripLatestTag(name: string): string {
  return name.endsWith(':latest') ? name.slice(0, -':latest'.length) : name;
}

/** Parses OLLAMA_HOST as Ollama does: a URL, host:port or host. A wildcard address means this machine. */
function parseOllamaHost(host = ''): string {
  const value = host.trim().replace(/\/+$/, '');
  const address = /^https?:\/\//.test(value) ? value : `http://${value || '127.0.0.1'}`;
  if (!URL.canParse(address)) return `http://127.0.0.1:${DEFAULT_PORT}`;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (!/:\d+$/.test(value) && url.protocol === 'http:') url.port = String(DEFAULT_PORT);
  return url.href.replace(/\/+$/, '');
}

async function listServerModels(address: string): Promise<readonly unknown[]> {
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(LIST_TIMEOUT_MS) });
    const models = response.ok ? field(await response.json(), 'models') : undefined;
    return Array.isArray(models) ? models : [];
  } catch {
    // Most machines run no Ollama, so that a log line would be noise.
    return [];
  }
}

/** Returns whether a listed model only creates embeddings. */
function isEmbeddingModel(name: string, model: unknown): boolean {
  const family = field(field(model, 'details'), 'family');
  return /embed|minilm|bge-/i.test(name) || (typeof family === 'string' && /bert/i.test(family));
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
