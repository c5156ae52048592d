import type { ModelEntry } from '../src/platform/models/catalogue.ts';
import { ModelCallError } from '../src/platform/models/gateway.ts';
import type { ActivityContext } from './context.ts';

/** Text as Postgres can hold it: models now and then emit NUL characters and half surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** The same for every text inside a JSON value. */
export function toStorableValue(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorableValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableValue(item)]));
}

/** The model behind an id that was checked when it was saved. Throws when the configuration lost it since. */
export async function getConfiguredModel(ctx: ActivityContext, id: string | null): Promise<ModelEntry> {
  const find = () => (id === null ? undefined : ctx.models.find(id));
  // Its key may have been stored a moment ago, by a process that knows of it already.
  if (!ctx.modelKeys.keys.has(find()?.apiKeyEnv) || !find()) await ctx.modelKeys.refresh();
  const model = find();
  if (!model)
    throw new ModelCallError(
      'not_configured',
      'the model is no longer configured; choose another, or restore it in the models file or with the key of its provider',
    );
  return model;
}
