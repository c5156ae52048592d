import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { Json, ModelSource } from './request.ts';

/** Metadata key for data that an adapter does not read. */
export const EXTRA_DATA_KEY = 'beside';

/** Data of a response that the adapter does not read. */
export interface ExtraData {
  readonly sources: readonly ModelSource[];
  /** Reasoning details, partly signed, which the server expects back. */
  readonly thoughts: readonly Json[];
  /** Kinds of ignored content after the end of the response. */
  readonly ignored: readonly string[];
}

/** Returns the additional data of a response's metadata. */
export function getExtraData(metadata: SharedV4ProviderMetadata | undefined): ExtraData {
  const { sources = [], thoughts = [], ignored = [] } = (metadata?.[EXTRA_DATA_KEY] ?? {}) as Partial<ExtraData>;
  return { sources, thoughts, ignored };
}

/** Returns the options of a message for a server, without those of another server. */
export function filterMessageOptions(
  options: SharedV4ProviderMetadata | undefined,
  server = '',
): SharedV4ProviderMetadata | undefined {
  const owner = options?.[EXTRA_DATA_KEY]?.server;
  return owner === undefined || owner === server ? options : undefined;
}
