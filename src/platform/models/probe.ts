import { LRUCache } from 'lru-cache';
import { getOrLoad } from '../cache.ts';
import { createAdapter } from './adapters.ts';
import { toCallOptions } from './call-options.ts';
import type { ModelEntry } from './catalog.ts';
import { getProvider } from './providers/index.ts';
import type { CallWarning, ModelSettings } from './request.ts';
import type { Fetch } from './transport.ts';

/** Request and warnings of an adapter for certain settings. */
interface ProbeResult {
  /** JSON body of the request; empty for a model that runs in this process. */
  readonly body: string;
  readonly warnings: readonly CallWarning[];
}

const probeCache = new LRUCache<string, ProbeResult>({ max: 2000 });

/** Returns what a model's adapter would send for settings, without a call. `withTools` adds a tool. */
export async function probe(
  model: ModelEntry,
  settings: ModelSettings,
  withTools: boolean,
  toolChoice?: 'required',
): Promise<ProbeResult> {
  if (getProvider(model.provider).isInProcess) return { body: '', warnings: [] };
  const key = JSON.stringify([model.provider, model.providerModel, settings, withTools, toolChoice]);
  const result = await getOrLoad(probeCache, key, () => probeAdapter(model, settings, withTools, toolChoice));
  return result ?? { body: '', warnings: [] };
}

/** Returns whether a model's provider supports required tool calls. */
export async function supportsRequiredTools(model: ModelEntry, settings: ModelSettings): Promise<boolean> {
  const { warnings } = await probe(model, settings, true, 'required');
  return !warnings.some((warning) => warning.type === 'unsupported' && warning.feature === 'toolChoice');
}

const PROBE_TOOL = { name: 'probe', description: 'probe', parameters: { type: 'object' as const } };

async function probeAdapter(
  model: ModelEntry,
  settings: ModelSettings,
  withTools: boolean,
  toolChoice: 'required' | undefined,
): Promise<ProbeResult> {
  let body = '';
  /** Responds with a stream that ends immediately: only the adapter's request and warnings matter. */
  const sendNothing: Fetch = async (_url, init) => {
    body = String(init?.body);
    return new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } });
  };
  const adapter = await createAdapter(model, true, { apiKey: 'none', fetch: sendNothing });
  const messages = [{ role: 'user', content: 'x' }] as const;
  const request = { model, messages, settings, tools: withTools ? [PROBE_TOOL] : [], toolChoice };
  const { stream } = await adapter.doStream(
    toCallOptions(request, { withSchemas: true, isObserved: false }, new AbortController().signal),
  );
  for await (const part of stream) if (part.type === 'stream-start') return { body, warnings: part.warnings };
  return { body, warnings: [] };
}
