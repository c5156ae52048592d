import Type from 'typebox';
import { modelErrors } from '../../src/models/errors.ts';
import { checkModelKey } from '../../src/models/keys/check.ts';
import { type KeyedProvider, listKeyedProviders, providesEmbeddingModel } from '../../src/models/keys/providers.ts';
import { deleteModelKey, listModelKeys, type ModelKeyRow, setModelKey } from '../../src/models/keys/queries.ts';
import { modelProblems } from '../../src/models/problems.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { definePattern, patternProblems } from '../../src/platform/patterns.ts';
import { Nullable, Timestamp } from '../../src/platform/schemas.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';

const PATH = '/model_key/{variable}';

const ModelKey = Type.Object(
  {
    variable: Type.String({ description: 'Name of the environment variable that identifies the key.' }),
    provider: Type.String({ description: 'Protocol of the provider.' }),
    base_url: Nullable(Type.String({ description: 'Base URL from the models file, if set.' })),
    source: Type.String({
      description: 'Source of the key: `environment` (takes precedence), `stored` or `none`.',
    }),
    last_four: Nullable(
      Type.String({ description: 'Last four characters of the stored key. Empty for a very short key.' }),
    ),
    set_by: Nullable(Type.String({ format: 'uuid', description: 'ID of the user who stored the key.' })),
    set_at: Nullable(Timestamp),
    models: Type.Array(Type.String(), {
      description: 'Names of the models, embedding models and rerankers that use the key.',
    }),
  },
  { title: 'ModelKey' },
);

function toRecord(
  ctx: ApiContext,
  { variable, provider, baseUrl, models }: KeyedProvider,
  row: ModelKeyRow | undefined,
) {
  const isInEnvironment = ctx.modelKeys.keys.isInEnvironment(variable);
  const stored = row === undefined ? 'none' : 'stored';
  return {
    variable,
    provider,
    base_url: baseUrl ?? null,
    source: isInEnvironment ? 'environment' : stored,
    last_four: row?.last_four ?? null,
    set_by: row?.set_by ?? null,
    set_at: row?.set_at ?? null,
    models,
  };
}

/** Returns the provider that uses a key variable. Throws a 404 if there is none. */
function getProvider(ctx: ApiContext, variable: string): KeyedProvider {
  const found = listKeyedProviders(ctx.models).find((provider) => provider.variable === variable);
  return orNotFound(found, 'model_key', variable);
}

const toAuditEvent = ({ variable, last_four }: ModelKeyRow) => ({
  resource: { type: 'model_key', id: variable },
  name: variable,
  payload: { variable, last_four },
});

const list = operation(
  {
    id: 'model_key.list',
    method: 'GET',
    path: '/model_key',
    tag: 'Models',
    summary: 'List model provider keys',
    description: 'Keys apply to the whole installation. Responses never contain a key.',
    auth: { permission: 'system:model_keys_edit' },
    response: { schemas: { 200: Type.Array(ModelKey) } },
  },
  async ({ ctx }) => {
    const rows = new Map((await listModelKeys(ctx.db)).map((row) => [row.variable, row]));
    return listKeyedProviders(ctx.models).map((provider) => toRecord(ctx, provider, rows.get(provider.variable)));
  },
);

const set = operation(
  {
    id: 'model_key.set',
    method: 'POST',
    path: PATH,
    tag: 'Models',
    summary: 'Store the key of a model provider',
    description:
      'Replaces a stored key. Lists the models of the provider with the key first and rejects an invalid key. All processes use the key within seconds.',
    auth: { permission: 'system:model_keys_edit' },
    request: {
      body: Type.Object({
        key: Type.String({
          minLength: 1,
          maxLength: 1000,
          pattern: definePattern(patternProblems.unprintable_key, '^\\s*[!-~]+\\s*$'),
          writeOnly: true,
          description: 'API key of letters, digits and symbols without spaces. Never returned.',
        }),
      }),
      idempotent: false,
      example: { key: 'sk-proj-2f6c8a1e9b7d4053' },
    },
    response: {
      schemas: { 200: ModelKey },
      errors: { 409: ['MODEL_KEY_IN_ENVIRONMENT'], 502: ['MODEL_KEY_UNCHECKED'] },
    },
    audit: { event: 'model_key.set' },
  },
  async ({ ctx, caller, params: { variable }, body, change }) => {
    const provider = getProvider(ctx, variable);
    const { keys } = ctx.modelKeys;
    if (keys.isInEnvironment(variable)) throw modelErrors.keyInEnvironment(variable);
    const { ring } = ctx;
    if (!ring) throw new Error('the key ring was not opened');
    const key = body.key.trim();
    if (key === '') throw errors.invalid('key', modelProblems.blank_key);
    await checkModelKey(provider, key, { env: keys.env, allowPrivate: ctx.config.allowPrivateAddresses });
    const userId = caller.subject.type === 'user' ? caller.subject.id : null;
    const row = await change(async (trx) => {
      const stored = await setModelKey(trx, ring, { variable, key, userId });
      return { result: stored, audited: toAuditEvent(stored) };
    });
    await ctx.modelKeys.refresh();
    return toRecord(ctx, provider, row);
  },
);

const remove = operation(
  {
    id: 'model_key.delete',
    method: 'DELETE',
    path: PATH,
    tag: 'Models',
    summary: 'Delete the stored key of a model provider',
    description:
      'Calls in progress continue. Models that require the key become unavailable within seconds; runs that need them fail.',
    auth: { permission: 'system:model_keys_edit' },
    request: { idempotent: false },
    response: { schemas: { 200: ModelKey }, errors: { 409: ['MODEL_KEY_NEEDED'] } },
    audit: { event: 'model_key.removed' },
  },
  async ({ ctx, params: { variable }, change }) => {
    const provider = getProvider(ctx, variable);
    const { embeddingModel } = ctx.config;
    if (
      embeddingModel !== undefined &&
      !ctx.modelKeys.keys.isInEnvironment(variable) &&
      providesEmbeddingModel(variable, embeddingModel)
    )
      throw modelErrors.keyNeeded(variable, embeddingModel);
    await change(async (trx) => {
      const deleted = orNotFound(await deleteModelKey(trx, variable), 'model_key', variable);
      return { result: deleted, audited: toAuditEvent(deleted) };
    });
    await ctx.modelKeys.refresh();
    return toRecord(ctx, provider, undefined);
  },
);

export const MODEL_KEY_OPERATIONS = [list, set, remove];
