import type { UnidentifiedModel } from '../catalog.ts';
import { anthropic } from './anthropic.ts';
import { demo } from './demo/index.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible/index.ts';
import type { ModelProvider, StandardKey } from './provider.ts';

/** All model providers, in the order in which messages list them. */
const LIST = [openaiCompatible, openai, anthropic, google, demo] as const;

/** Name of a model provider. */
export type ProviderName = (typeof LIST)[number]['name'];

/** All model providers. */
export const PROVIDERS: readonly ModelProvider<ProviderName>[] = LIST;

const BY_NAME: ReadonlyMap<string, ModelProvider<ProviderName>> = new Map(
  PROVIDERS.map((provider) => [provider.name, provider]),
);

/** Finds a provider by its name. */
export function findProvider(name: string): ModelProvider<ProviderName> | undefined {
  return BY_NAME.get(name);
}

/** Returns the provider with this name. */
export function getProvider(name: ProviderName): ModelProvider<ProviderName> {
  const provider = BY_NAME.get(name);
  if (provider) return provider;
  throw new Error(`there is no model provider ${name}`);
}

/** A provider with a standard key. */
export type StandardProvider = ModelProvider<ProviderName> & { readonly standardKey: StandardKey };

/** Providers whose key adds models. */
export const STANDARD_PROVIDERS: readonly StandardProvider[] = PROVIDERS.filter(
  (provider): provider is StandardProvider => provider.standardKey !== undefined,
);

/** Model that is listed if there is no other. */
export const FALLBACK_MODEL: UnidentifiedModel = toFallbackModel();

/** Name of a provider for examples in the API documentation. */
export const EXAMPLE_PROVIDER = STANDARD_PROVIDERS[0]?.name;

function toFallbackModel(): UnidentifiedModel {
  const entries = PROVIDERS.flatMap(({ name, fallbackModel }) =>
    fallbackModel ? [{ ...fallbackModel, provider: name }] : [],
  );
  if (entries[0]) return entries[0];
  throw new Error('no model provider has a fallback model');
}
