import type { ModelEntry } from '../src/platform/models/catalog.ts';
import { ModelCallError } from '../src/platform/models/gateway.ts';
import type { ActivityContext } from './context.ts';

/** Replaces what Postgres cannot store: models sometimes emit NUL characters and lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** Converts every text within a JSON value to a storable one. */
export function toStorableValue(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorableValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableValue(item)]));
}

/** Returns the model with this id. Throws ModelCallError if it is no longer configured. */
export async function getConfiguredModel(ctx: ActivityContext, id: string | null): Promise<ModelEntry> {
  const find = () => (id === null ? undefined : ctx.models.find(id));
  // Another process may just have stored the key.
  if (!ctx.modelKeys.keys.has(find()?.apiKeyEnv) || !find()) await ctx.modelKeys.refresh();
  const model = find();
  if (!model)
    throw new ModelCallError(
      'not_configured',
      'the model is no longer configured; choose another, or restore it in the models file or with the key of its provider',
    );
  return model;
}
