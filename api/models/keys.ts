import Type from 'typebox';
import { modelErrors } from '../../src/models/errors.ts';
import { checkModelKey } from '../../src/models/keys/check.ts';
import { givesEmbedding, type KeyedProvider, keyedProviders } from '../../src/models/keys/providers.ts';
import { dropModelKey, listModelKeys, type ModelKeyRow, setModelKey } from '../../src/models/keys/queries.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { Nullable, Timestamp } from '../schemas.ts';

const PATH = '/model_key/{variable}';

const ModelKey = Type.Object(
  {
    variable: Type.String({ description: 'name of the environment variable that the key is known by' }),
    provider: Type.String({ description: 'which protocol the provider speaks' }),
    base_url: Nullable(Type.String({ description: 'its address, where the models file says it' })),
    source: Type.String({
      description: 'where the key comes from: `environment`, which comes first, `stored`, or `none`',
    }),
    last_four: Nullable(Type.String({ description: 'last characters of the stored key; empty of a very short one' })),
    set_by: Nullable(Type.String({ format: 'uuid', description: 'user who stored it' })),
    set_at: Nullable(Timestamp),
    models: Type.Array(Type.String(), {
      description: 'names of the models that need it, embedding models and rerankers with them',
    }),
  },
  { title: 'ModelKey' },
);

function record(ctx: ApiContext, { variable, provider, baseUrl, models }: KeyedProvider, row: ModelKeyRow | undefined) {
  const given = ctx.modelKeys.keys.isInEnvironment(variable);
  const stored = row === undefined ? 'none' : 'stored';
  return {
    variable,
    provider,
    base_url: baseUrl ?? null,
    source: given ? 'environment' : stored,
    last_four: row?.last_four ?? null,
    set_by: row?.set_by ?? null,
    set_at: row?.set_at ?? null,
    models,
  };
}

/** Who takes the key of a variable. Throws a 404 where nobody does. */
function providerOf(ctx: ApiContext, variable: string): KeyedProvider {
  const found = keyedProviders(ctx.models).find((provider) => provider.variable === variable);
  return orNotFound(found, 'model_key', variable);
}

const noteOf = ({ variable, last_four }: ModelKeyRow) => ({
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
    summary: 'Providers of models that take a key, and where each has its own from',
    description: 'Keys are of the whole installation. No answer holds one.',
    access: 'system:model_keys_edit',
    answers: { 200: Type.Array(ModelKey) },
  },
  async ({ ctx }) => {
    const rows = new Map((await listModelKeys(ctx.db)).map((row) => [row.variable, row]));
    return keyedProviders(ctx.models).map((provider) => record(ctx, provider, rows.get(provider.variable)));
  },
);

const set = operation(
  {
    id: 'model_key.set',
    method: 'POST',
    path: PATH,
    tag: 'Models',
    summary: "Store a provider's key, in the place of the one before",
    description:
      'The provider is asked for its models with the key first; one that it refuses is not stored. All processes use the key within seconds, as if it stood in their environment.',
    access: 'system:model_keys_edit',
    body: Type.Object({
      key: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: '^\\s*[!-~]+\\s*$',
        writeOnly: true,
        description: 'in letters, digits and signs without blanks between them; it is never shown again',
      }),
    }),
    answers: { 200: ModelKey },
    errors: { 409: ['MODEL_KEY_IN_ENVIRONMENT'], 502: ['MODEL_KEY_UNCHECKED'] },
    audit: 'model_key.set',
    idempotent: false,
    examples: { body: { key: 'sk-proj-2f6c8a1e9b7d4053' } },
  },
  async ({ ctx, caller, params: { variable }, body, change }) => {
    const provider = providerOf(ctx, variable);
    const { keys } = ctx.modelKeys;
    if (keys.isInEnvironment(variable)) throw modelErrors.keyInEnvironment(variable);
    const { ring } = ctx;
    if (!ring) throw new Error('the key ring was not opened');
    const key = body.key.trim();
    if (key === '') throw errors.invalid('key', 'must not be blank', 'blank_key');
    await checkModelKey(provider, key, { env: keys.env, allowPrivate: ctx.config.allowPrivateAddresses });
    const userId = caller.subject.type === 'user' ? caller.subject.id : null;
    const row = await change(async (trx) => {
      const stored = await setModelKey(trx, ring, { variable, key, userId });
      return { result: stored, audited: noteOf(stored) };
    });
    await ctx.modelKeys.refresh();
    return record(ctx, provider, row);
  },
);

const remove = operation(
  {
    id: 'model_key.delete',
    method: 'DELETE',
    path: PATH,
    tag: 'Models',
    summary: 'Withdraw a stored key',
    description:
      'Calls that are under way go on. Models that the key added are there no more within seconds; runs that need one fail as with any model that is no longer configured.',
    access: 'system:model_keys_edit',
    answers: { 200: ModelKey },
    errors: { 409: ['MODEL_KEY_NEEDED'] },
    audit: 'model_key.removed',
    idempotent: false,
  },
  async ({ ctx, params: { variable }, change }) => {
    const provider = providerOf(ctx, variable);
    const { embeddingModel } = ctx.config;
    if (
      embeddingModel !== undefined &&
      !ctx.modelKeys.keys.isInEnvironment(variable) &&
      givesEmbedding(variable, embeddingModel)
    )
      throw modelErrors.keyNeeded(variable, embeddingModel);
    await change(async (trx) => {
      const dropped = orNotFound(await dropModelKey(trx, variable), 'model_key', variable);
      return { result: dropped, audited: noteOf(dropped) };
    });
    await ctx.modelKeys.refresh();
    return record(ctx, provider, undefined);
  },
);

export const MODEL_KEY_OPERATIONS = [list, set, remove];
