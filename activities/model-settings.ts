import type { ModelEntry } from '../src/platform/models/catalogue.ts';
import { ModelCallError } from '../src/platform/models/gateway.ts';
import type { ActivityContext } from './context.ts';

/** Removes what Postgres cannot store: models occasionally emit NUL characters and lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** Applies {@link toStorableText} to every string in a JSON value. */
export function toStorableValue(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorableValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableValue(item)]));
}

/** Model with an id that was validated on save. Throws if the configuration no longer contains it. */
export async function getConfiguredModel(ctx: ActivityContext, id: string | null): Promise<ModelEntry> {
  const find = () => (id === null ? undefined : ctx.models.find(id));
  // Another process may have stored its key a moment ago.
  if (!ctx.modelKeys.keys.has(find()?.apiKeyEnv) || !find()) await ctx.modelKeys.refresh();
  const model = find();
  if (!model)
    throw new ModelCallError(
      'not_configured',
      'the model is no longer configured; choose another, or restore it in the models file or with the key of its provider',
    );
  return model;
}
