import Type from 'typebox';
import { refuseUnavailable, type Unavailable } from '../../src/platform/not-available.ts';
import { PROJECT_CONFIG } from '../../src/projects/config.ts';
import { operation } from '../operation.ts';
import { NonEmpty, Nullable } from '../schemas.ts';

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
const Config = Type.Object(
  { chat_guardrails: Type.Object({ input: Guardrails, output: Guardrails }), ...FIELDS },
  { title: 'ProjectConfig' },
);
const ConfigUpdate = Type.Partial(
  Type.Object({ chat_guardrails: Type.Partial(Type.Object({ input: Guardrails, output: Guardrails })), ...FIELDS }),
);

/** What each field may say: what is so anyway. */
const SO: Unavailable = {
  ...Object.fromEntries(Object.entries(PROJECT_CONFIG).map(([name, value]) => [name, value === null ? [] : [value]])),
  chat_guardrails: [PROJECT_CONFIG.chat_guardrails, { input: [] }, { output: [] }, {}],
};

const read = operation(
  {
    id: 'project.config.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/config',
    tag: 'Projects',
    summary: 'Settings for chats and retrieval',
    access: 'project:view',
    answers: { 200: Config },
  },
  () => PROJECT_CONFIG,
);

const write = operation(
  {
    id: 'project.config.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/config',
    tag: 'Projects',
    summary: 'Change settings for chats and retrieval',
    description: 'Chats and retrieval are not available yet: only the values that stand already are taken.',
    access: 'project:edit',
    body: ConfigUpdate,
    answers: { 200: Config },
    audit: null,
    idempotent: false,
    examples: { body: { knn: 4, temperature: null, chat_system_commands: [] } },
  },
  ({ body }) => {
    refuseUnavailable(body, SO);
    return PROJECT_CONFIG;
  },
);

export const PROJECT_CONFIG_OPERATIONS = [read, write];
