import { LRUCache } from 'lru-cache';
import { getOrLoad } from '../cache.ts';
import { createAdapter } from './adapters.ts';
import { toCallOptions } from './call-options.ts';
import type { ModelEntry } from './catalogue.ts';
import type { CallWarning, ModelSettings } from './request.ts';
import type { Fetch } from './transport.ts';

/** What an adapter would send for some settings, and what it says of them. */
export interface ProbeResult {
  /** The request's body, as JSON; empty for a model that is not called. */
  readonly body: string;
  readonly warnings: readonly CallWarning[];
}

const probeCache = new LRUCache<string, ProbeResult>({ max: 2000 });

/** Asks the adapter of a model what it makes of settings, without a call. `withTools` says whether the call offers some. */
export async function probe(
  model: ModelEntry,
  settings: ModelSettings,
  withTools: boolean,
  toolChoice?: 'required',
): Promise<ProbeResult> {
  if (model.provider === 'demo') return { body: '', warnings: [] };
  const key = JSON.stringify([model.provider, model.providerModel, settings, withTools, toolChoice]);
  const result = await getOrLoad(probeCache, key, () => probeAdapter(model, settings, withTools, toolChoice));
  return result ?? { body: '', warnings: [] };
}

/** Whether a model's provider takes it that the model must ask for a tool. */
export async function supportsRequiredTools(model: ModelEntry, settings: ModelSettings): Promise<boolean> {
  const { warnings } = await probe(model, settings, true, 'required');
  return !warnings.some((warning) => warning.type === 'unsupported' && warning.feature === 'toolChoice');
}

const PROBE_TOOL = { name: 'look', description: 'looks', parameters: { type: 'object' as const } };

async function probeAdapter(
  model: ModelEntry,
  settings: ModelSettings,
  withTools: boolean,
  toolChoice: 'required' | undefined,
): Promise<ProbeResult> {
  let body = '';
  /** Answers a call with a stream that ends at once: what is wanted of the adapter is only what it says before it. */
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
