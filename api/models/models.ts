import Type from 'typebox';
import { findExclusion } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { acceptsAudio, acceptsPdf } from '../../src/platform/models/accepted-files.ts';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import { Id, Nullable } from '../../src/platform/schemas.ts';
import { operation } from '../operation.ts';

const Model = Type.Object(
  {
    id: Id,
    name: Type.String(),
    alias: Type.String({ description: 'Alias. The name if none is configured.' }),
    provider: Type.String(),
    vendor: Type.String(),
    description: Type.String(),
    supports_vision: Type.Boolean(),
    supports_pdf: Type.Boolean(),
    supports_audio: Type.Boolean(),
    supports_image_output: Type.Boolean({ description: 'Whether `output_modalities` contains `image`.' }),
    supports_tools: Type.Boolean(),
    output_modalities: Type.Array(Type.String()),
    context_window: Nullable(Type.Integer({ description: 'Size of the context window in tokens.' })),
    input_price: Type.String({ description: 'Credits per million input tokens, as an exact decimal.' }),
    output_price: Type.String({ description: 'Credits per million output tokens, as an exact decimal.' }),
    cached_input_price: Type.String({
      description: 'Credits per million input tokens read from the cache of the provider, as an exact decimal.',
    }),
    cache_write_price: Type.String({
      description: 'Credits per million input tokens written to the cache of the provider, as an exact decimal.',
    }),
    reasoning_price: Type.String({ description: 'Credits per million reasoning tokens, as an exact decimal.' }),
    image_price: Type.String({ description: 'Credits per generated image, as an exact decimal.' }),
    character_price: Type.String({
      description: 'Credits per million characters of generated speech, as an exact decimal.',
    }),
    retired: Type.Boolean(),
  },
  { title: 'Model' },
);

/** Converts a model to its record. Prices without a value default to the input or output price. */
const toModelRecord = (model: ModelEntry) => ({
  ...model,
  alias: model.alias ?? model.name,
  cached_input_price: model.cached_input_price ?? model.input_price,
  cache_write_price: model.cache_write_price ?? model.input_price,
  reasoning_price: model.reasoning_price ?? model.output_price,
  image_price: model.image_price ?? '0',
  character_price: model.character_price ?? '0',
  supports_pdf: acceptsPdf(model),
  supports_audio: acceptsAudio(model),
  supports_image_output: model.output_modalities.includes('image'),
});

const list = operation(
  {
    id: 'model.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/model',
    tag: 'Models',
    summary: 'List models',
    description:
      'Omits models that a rule of the project or its organization excludes. Excluded models can still be read.',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        include_retired: Type.Boolean({ default: false }),
        vision: Type.Optional(
          Type.Array(Type.Boolean(), {
            description: 'Returns only models whose `supports_vision` is one of these values.',
          }),
        ),
        output: Type.Optional(
          Type.String({ maxLength: 40, description: 'Returns only models with this output modality.' }),
        ),
      }),
    },
    response: { schemas: { 200: Type.Array(Model) } },
  },
  async ({ ctx, caller, query }) => {
    const exclusions = await listEffectiveExclusions(ctx.db, caller.orgId, caller.projectId);
    const isListed = (model: ModelEntry) =>
      !findExclusion(exclusions, model) &&
      (query.include_retired || !model.retired) &&
      (query.vision === undefined || query.vision.includes(model.supports_vision)) &&
      (query.output === undefined || model.output_modalities.includes(query.output));
    return ctx.models.all().filter(isListed).map(toModelRecord);
  },
);

const read = operation(
  {
    id: 'model.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/model/{model_id_or_name}',
    tag: 'Models',
    summary: 'Get a model',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Model } },
  },
  ({ ctx, params }) => {
    const model = orNotFound(ctx.models.find(params.model_id_or_name), 'model', params.model_id_or_name);
    return toModelRecord(model);
  },
);

export const MODEL_RECORD_OPERATIONS = [list, read];
