import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { isRecord } from '../json-schema.ts';
import { ModelCallError } from './errors.ts';
import type { GenerateResult } from './request.ts';

/** Why an answer ended: `refusal` is the model's own doing, `content-filter` its provider's. */
export const FINISH_REASONS = ['stop', 'length', 'content-filter', 'refusal', 'tool-calls', 'error', 'other'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** The end of an answer as it is stored and shown. */
export interface Finish {
  readonly reason: FinishReason;
  /** The provider's own word for it, and what it says beside; null where it says nothing. */
  readonly detail: string | null;
}

/** How a stream ended. */
export interface StreamEnd extends Pick<GenerateResult, 'finishReason' | 'usage'> {
  readonly providerMetadata?: SharedV4ProviderMetadata | undefined;
}

const MAX_DETAIL_LENGTH = 500;
/** DeepSeek's word for an answer that it broke off because its machines are busy. */
const NO_CAPACITY = 'insufficient_system_resource';
/** Words of servers that the adapters do not know. */
const REASONS_BY_RAW: Readonly<Record<string, FinishReason>> = {
  model_length: 'length',
  max_tokens: 'length',
  error: 'error',
  [NO_CAPACITY]: 'error',
  safety: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'refusal',
};
/** What adapters give as the provider's word where the model itself declined. */
const RAW_REFUSALS: readonly (string | undefined)[] = [undefined, 'stop', 'refusal'];

/** Why an answer ended. Throws ModelCallError where it did not come to an end, or has none that can be used. */
export function getUsableFinish(streamEnd: StreamEnd | undefined, isEmpty: boolean): Finish {
  if (streamEnd === undefined || streamEnd.finishReason.unified === 'interrupted')
    throw new ModelCallError('invalid_answer', "The model's answer broke off.");
  const finish = toFinish(streamEnd);
  const suffix = finish.detail === null ? '' : ` (${finish.detail})`;
  switch (finish.reason) {
    case 'error':
      // What was not begun costs nothing, and is asked for again as of any provider that is busy.
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

/** The failure of an answer that would have to be whole. */
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

/** What Anthropic and Google say of it in words. */
function findExplanation(metadata: SharedV4ProviderMetadata = {}): string | undefined {
  const details = metadata.anthropic?.stopDetails;
  const texts = isRecord(details) ? [details.category, details.explanation] : [metadata.google?.finishMessage];
  return texts.filter((word) => typeof word === 'string').join(', ');
}
