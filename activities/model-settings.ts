import type { ModelSettings } from '../src/platform/models/gateway.ts';

/** A stored llm_config as the gateway takes it: fields that are null are left to the provider. */
export function settingsOf(config: Record<string, unknown>): ModelSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/** Text as Postgres can hold it: models now and then emit NUL characters and half surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** The same for every text inside a JSON value. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storableValue(item)]));
}
