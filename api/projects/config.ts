import Type from 'typebox';
import { changesOf } from '../../src/audit/changes.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { findProjectConfig, updateProjectConfig } from '../../src/projects/queries.ts';
import { operation } from '../operation.ts';
import { NonEmpty, Nullable, ProjectParams } from '../schemas.ts';

const Guardrails = Type.Array(NonEmpty(100), { maxItems: 20 });
const FIELDS = {
  chat_system_commands: Type.Array(NonEmpty(10_000), { maxItems: 20 }),
  knn: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'how many pieces of knowledge a search brings; 4 by default',
  }),
  llm: Nullable(NonEmpty(200, { description: 'model by id or name' })),
  query_expansion: Type.Boolean({ description: 'whether a search also asks in other words' }),
  temperature: Nullable(Type.Number({ minimum: 0, maximum: 2 })),
};
const Config = Type.Object({ chat_guardrails: Type.Object({ input: Guardrails, output: Guardrails }), ...FIELDS });
const ConfigUpdate = Type.Partial(
  Type.Object({ chat_guardrails: Type.Partial(Type.Object({ input: Guardrails, output: Guardrails })), ...FIELDS }),
);

function checkModel(models: ModelCatalogue, name: string): void {
  const model = models.find(name);
  if (!model) throw errors.invalid('llm', 'is not a model of this installation');
  if (model.retired) throw errors.invalid('llm', 'is retired');
}

const read = operation(
  {
    id: 'project.config.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/config',
    tag: 'Projects',
    summary: 'Settings for chats and retrieval',
    access: 'project:view',
    params: ProjectParams,
    query: null,
    body: null,
    answers: { 200: Config },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  ({ ctx, caller }) => findProjectConfig(ctx.db, caller.projectId),
);

const write = operation(
  {
    id: 'project.config.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/config',
    tag: 'Projects',
    summary: 'Change settings for chats and retrieval; what is left out stays',
    access: 'project:edit',
    params: ProjectParams,
    query: null,
    body: ConfigUpdate,
    answers: { 200: Config },
    loads: {},
    own: [],
    audit: 'project.config_updated',
    idempotent: false,
    examples: { body: { knn: 6, temperature: 0.2, chat_system_commands: ['Answer in French.'] } },
  },
  ({ ctx, caller, body, audit }) => {
    if (typeof body.llm === 'string') checkModel(ctx.models, body.llm);
    return ctx.db.transaction().execute(async (trx) => {
      const { before, after } = await updateProjectConfig(trx, caller.projectId, body);
      const payload = changesOf(before, after, ['knn', 'llm', 'query_expansion', 'temperature', 'chat_guardrails']);
      const resource = { type: 'project', id: caller.projectId };
      if (payload.changed.length > 0) await audit(trx, { resource, payload });
      else audit.unchanged();
      return after;
    });
  },
);

export const PROJECT_CONFIG_OPERATIONS = [read, write];
