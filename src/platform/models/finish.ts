import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { ModelCallError } from './errors.ts';
import { findProvider } from './providers/index.ts';
import type { GenerateResult } from './request.ts';

/** Reasons why a response ends: `refusal` comes from the model, `content-filter` from its provider. */
export const FINISH_REASONS = ['stop', 'length', 'content-filter', 'refusal', 'tool-calls', 'error', 'other'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** End of a response as stored and shown. */
export interface Finish {
  readonly reason: FinishReason;
  /** The provider's own reason and explanation, or null. */
  readonly detail: string | null;
}

/** End of a stream. */
export interface StreamEnd extends Pick<GenerateResult, 'finishReason' | 'usage'> {
  readonly providerMetadata?: SharedV4ProviderMetadata | undefined;
}

const MAX_DETAIL_LENGTH = 500;
/** DeepSeek's reason for a response that it stopped because it lacks capacity. */
const NO_CAPACITY = 'insufficient_system_resource';
/** Reasons of servers that the adapters do not know. */
const REASONS_BY_RAW: Readonly<Record<string, FinishReason>> = {
  model_length: 'length',
  max_tokens: 'length',
  error: 'error',
  [NO_CAPACITY]: 'error',
  safety: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'refusal',
};
/** Raw reasons for which the model itself declined. */
const RAW_REFUSALS: readonly (string | undefined)[] = [undefined, 'stop', 'refusal'];

/** Returns the finish of a response. Throws ModelCallError if the response is incomplete or unusable. */
export function getUsableFinish(streamEnd: StreamEnd | undefined, isEmpty: boolean): Finish {
  if (streamEnd === undefined || streamEnd.finishReason.unified === 'interrupted')
    throw new ModelCallError('invalid_answer', "The model's answer broke off.");
  const finish = toFinish(streamEnd);
  const suffix = finish.detail === null ? '' : ` (${finish.detail})`;
  switch (finish.reason) {
    case 'error':
      // A response that never started costs nothing; it is retried like one of any busy provider.
      if (isEmpty && streamEnd.finishReason.raw?.toLowerCase() === NO_CAPACITY)
        throw new ModelCallError('unavailable', `The model's provider has no capacity left${suffix}.`, { finish });
      throw new ModelCallError('invalid_answer', `The model's provider ended the answer with an error${suffix}.`, {
        finish,
      });
    case 'refusal':
      throw new ModelCallError('refused', `The model refused to answer${suffix}.`, { finish });
    case 'content-filter':
      throw new ModelCallError('filtered', `A content filter of the model's provider ended the answer${suffix}.`, {
        finish,
      });
    case 'length':
      if (isEmpty) throw createCutOffError(finish);
  }
  if (isEmpty) throw new ModelCallError('invalid_answer', "The model's answer is empty.", { finish });
  return finish;
}

/** Creates the error for a response that is cut off but must be complete. */
export function createCutOffError(finish: Finish): ModelCallError {
  const message =
    'The answer reached the most tokens that it may have before it was whole: raise max_tokens, or ask for less.';
  return new ModelCallError('cut_off', message, { finish });
}

function toFinish({ finishReason: { unified, raw }, providerMetadata }: StreamEnd): Finish {
  const parts = [raw, findExplanation(providerMetadata)].filter((word) => word !== undefined && word !== '');
  const detail = parts.length === 0 ? null : parts.join(': ').slice(0, MAX_DETAIL_LENGTH);
  if (unified === 'interrupted') return { reason: 'error', detail };
  if (unified === 'content-filter') return { reason: RAW_REFUSALS.includes(raw) ? 'refusal' : unified, detail };
  return { reason: (unified === 'other' && REASONS_BY_RAW[raw?.toLowerCase() ?? '']) || unified, detail };
}

/** Returns the provider's explanation. */
function findExplanation(metadata: SharedV4ProviderMetadata = {}): string | undefined {
  const texts = Object.entries(metadata).flatMap(
    ([provider, fields]) => findProvider(provider)?.explainFinish?.(fields) ?? [],
  );
  return texts.filter((text) => typeof text === 'string').join(', ');
}
