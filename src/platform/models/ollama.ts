import type { EmbeddingEntry, UnidentifiedModel } from './catalogue.ts';
import type { DetectedModels } from './detect.ts';
import { LARGEST_DIMENSION, PROVIDER_LIMITS } from './embeddings/limits.ts';

const PORT = 11434;
const LIMIT_MS = 300;
/** The same for what it says of one model, and for a vector that tells what it does not say: the model may have to be loaded. */
const SHOW_LIMIT_MS = 2000;
const PROBE_LIMIT_MS = 10_000;

/** The models of an Ollama server, if one answers there; `host` as in OLLAMA_HOST. */
export async function ollamaModels(host: string | undefined): Promise<DetectedModels> {
  const address = ollamaAddress(host);
  const listed = (await listOllama(address)).flatMap((row) => {
    const name = field(row, 'name');
    return typeof name === 'string' && name !== '' ? [{ name, embeds: embedsOnly(name, row) }] : [];
  });
  const embedding = listed.filter(({ embeds }) => embeds).map(({ name }) => embeddingOf(address, name));
  const chat = listed.filter(({ embeds }) => !embeds).map(({ name }) => chatModelOf(address, name));
  return {
    models: await Promise.all(chat),
    embeddings: (await Promise.all(embedding)).filter((entry) => entry !== undefined),
  };
}

/** What the server says that the model can do; where it says nothing, the model counts as able to call tools and unable to see. */
async function chatModelOf(address: string, name: string): Promise<UnidentifiedModel> {
  const shown = await show(address, name);
  const abilities = field(shown, 'capabilities');
  const can = (ability: string, usually: boolean) => (Array.isArray(abilities) ? abilities.includes(ability) : usually);
  return {
    name,
    alias: name === bareName(name) ? null : bareName(name),
    provider: 'openai-compatible',
    vendor: 'ollama',
    description: describe(address),
    supports_vision: can('vision', false),
    supports_pdf: false,
    supports_audio: false,
    supports_tools: can('tools', true),
    output_modalities: ['text', 'json'],
    context_window: numberIn(field(shown, 'model_info'), '.context_length') ?? null,
    input_price: '0',
    output_price: '0',
    retired: false,
    providerModel: name,
    baseUrl: `${address}/v1`,
  };
}

/** Undefined where nobody says how long its vectors are, or they are too long to be searched. */
async function embeddingOf(address: string, name: string): Promise<EmbeddingEntry | undefined> {
  const info = field(await show(address, name), 'model_info');
  const dimension = numberIn(info, '.embedding_length') ?? (await probedDimension(address, name));
  if (dimension === undefined || dimension > LARGEST_DIMENSION) return undefined;
  const { max_input_tokens, batch } = PROVIDER_LIMITS['openai-compatible'];
  return {
    name: bareName(name),
    provider: 'openai-compatible',
    description: describe(address),
    providerModel: name,
    baseUrl: `${address}/v1`,
    dimension,
    input_price: '0',
    max_input_tokens: numberIn(info, '.context_length') ?? max_input_tokens,
    batch,
    query_prefix: '',
    document_prefix: '',
  };
}

/** What the server says of one model. */
function show(address: string, model: string): Promise<unknown> {
  return ask(`${address}/api/show`, { model }, SHOW_LIMIT_MS);
}

/** A positive number that Ollama gives under a key which begins with the model's architecture. */
function numberIn(info: unknown, ending: string): number | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const value: unknown = Object.entries(info).find(([key]) => key.endsWith(ending))?.[1];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Length of the vector that a model makes; undefined where it makes none in time. */
async function probedDimension(address: string, model: string): Promise<number | undefined> {
  const answer = await ask(`${address}/v1/embeddings`, { model, input: 'probe' }, PROBE_LIMIT_MS);
  const rows = field(answer, 'data');
  const vector = Array.isArray(rows) ? field(rows[0], 'embedding') : undefined;
  return Array.isArray(vector) && vector.length > 0 ? vector.length : undefined;
}

/** What a POST is answered with; undefined where it is refused, unreadable or late. */
async function ask(url: string, body: object, limitMs: number): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function describe(address: string): string {
  return `Runs locally in Ollama at ${address}`;
}

/** The name without the tag that is taken where none is given. */
function bareName(name: string): string {
  return name.endsWith(':latest') ? name.slice(0, -':latest'.length) : name;
}

/** Reads OLLAMA_HOST as Ollama does: an address, host:port or host; a listen-on-all address means this machine. */
function ollamaAddress(host = ''): string {
  const given = host.trim().replace(/\/+$/, '');
  const address = /^https?:\/\//.test(given) ? given : `http://${given || '127.0.0.1'}`;
  if (!URL.canParse(address)) return `http://127.0.0.1:${PORT}`;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (!/:\d+$/.test(given) && url.protocol === 'http:') url.port = String(PORT);
  return url.href.replace(/\/+$/, '');
}

async function listOllama(address: string): Promise<readonly unknown[]> {
  try {
    const answer = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const models = answer.ok ? field(await answer.json(), 'models') : undefined;
    return Array.isArray(models) ? models : [];
  } catch {
    // Most machines run no Ollama: nobody needs to hear of it.
    return [];
  }
}

/** Whether a listed model only makes vectors. */
function embedsOnly(name: string, model: unknown): boolean {
  const family = field(field(model, 'details'), 'family');
  return /embed|minilm|bge-/i.test(name) || (typeof family === 'string' && /bert/i.test(family));
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
