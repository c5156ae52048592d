import Type, { type Static } from 'typebox';
import { listFloors } from '../../src/agents/approvals/floors.ts';
import { ApprovalFloor } from '../../src/agents/fields.ts';
import { getAnsweringModel } from '../../src/knowledge/retrieval/query.ts';
import { getUsableReranker } from '../../src/knowledge/retrieval/reranker.ts';
import { assertFieldModelAllowed, type Exclusion } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import type { ModelCatalog } from '../../src/platform/models/catalog.ts';
import { AnyObject, NonBlankText, Nullable } from '../../src/platform/schemas.ts';
import { type ChosenConfig, PROJECT_CONFIG, type ProjectConfig } from '../../src/projects/config.ts';
import * as projects from '../../src/projects/queries.ts';
import { parseGuardrailName } from '../../src/tasks/guardrails/check.ts';
import { DIRECTIONS } from '../../src/tasks/guardrails/kinds/kind.ts';
import { parseFloor } from '../agents/approvals/floor.ts';
import { operation } from '../operation.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { assertProjectExists } from './project-exists.ts';

const PATH = '/org/{org_id}/project/{project_id}/config';

const Guardrails = Type.Array(NonBlankText(100), {
  maxItems: 20,
  description:
    'Guardrails added to every task and agent of the project, as `name:action`, or as `name` for the action `flag`.',
});
const FIELDS = {
  approval_floor: ApprovalFloor,
  chat_system_commands: Type.Array(NonBlankText(10_000), {
    maxItems: 20,
    description: 'Text prepended to the instructions of agents and knowledge answers.',
  }),
  knn: Type.Integer({
    minimum: 1,
    maximum: 50,
    description: 'Default number of chunks per search of tasks, agents, collections and documents. Default 4.',
  }),
  llm: Nullable(
    NonBlankText(200, {
      description:
        'Default model for queries and query expansion, by ID, name or alias. Null selects the first suitable model.',
    }),
  ),
  query_expansion: Type.Boolean({
    description: 'Whether a model rephrases searches. Does not apply to searches that return only results.',
  }),
  rerank_model: Nullable(
    NonBlankText(200, {
      description:
        'Default reranker of searches. If null, excluded or removed, the reranker that RERANK_MODEL names applies.',
    }),
  ),
  temperature: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 2,
      description: "Temperature of answers to knowledge queries; null uses the model's default.",
    }),
  ),
};
const Config = toVersionedSchema(
  { table: 'projects', path: PATH },
  Type.Object(
    {
      chat_guardrails: Type.Object({ input: Guardrails, output: Guardrails }),
      ...FIELDS,
      approval_floor: Type.Optional(Nullable(AnyObject)),
    },
    { title: 'ProjectConfig' },
  ),
);
const ConfigUpdate = Type.Partial(
  Type.Object({ chat_guardrails: Type.Partial(Type.Object({ input: Guardrails, output: Guardrails })), ...FIELDS }),
);

const read = operation(
  {
    id: 'project.config.read',
    method: 'GET',
    path: PATH,
    tag: 'Projects',
    summary: 'Get the settings of a project',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Config } },
  },
  async ({ ctx, caller }) =>
    toConfigRecord(
      assertProjectExists(caller, await projects.findProjectConfig(ctx.db, caller.orgId, caller.projectId)),
    ),
);

const write = operation(
  {
    id: 'project.config.update',
    method: 'POST',
    path: PATH,
    tag: 'Projects',
    summary: 'Update the settings of a project',
    description: 'Changes apply from the next step of every run, including runs in progress.',
    auth: { permission: 'project:edit' },
    request: {
      checks: 'dry-run',
      body: ConfigUpdate,
      idempotent: false,
      example: { knn: 6, chat_guardrails: { input: ['secrets:mask'], output: ['secrets:mask'] } },
    },
    response: { schemas: { 200: Config } },
    audit: { event: 'project.config_updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const { orgId, projectId } = caller;
    const row = await change(async (trx) => {
      const before = assertProjectExists(caller, await projects.lockProjectConfig(trx, orgId, projectId));
      const project = { type: 'project', id: projectId } as const;
      const { approval_floor: now } = before.config as ChosenConfig;
      const organizationFloor = (await listFloors(trx, orgId, projectId)).find((one) => one.of === 'organization');
      const exclusions = await listEffectiveExclusions(trx, orgId, projectId);
      const problems = new Problems();
      const approvalFloor = await problems.run(() =>
        parseFloor(caller, { ...project, now, organizationFloor }, body.approval_floor),
      );
      const rest = await problems.runLast(() =>
        checkConfig(ctx.models, exclusions, body, before.config as ChosenConfig),
      );
      const sent = approvalFloor === undefined ? rest : { ...rest, approval_floor: approvalFloor };
      const changed = listChangedFields(before.config, sent);
      if (changed.length === 0) return { result: before, audited: 'unchanged' };
      const after = assertProjectExists(
        caller,
        await projects.setProjectConfig(trx, orgId, projectId, { ...before.config, ...sent }),
      );
      const details = { resource: project, name: before.name, payload: { changed } };
      return { result: after, audited: details };
    });
    return toConfigRecord(row);
  },
);

type ConfigInput = Static<typeof ConfigUpdate>;

/** Settings of a body as they are stored. Throws a 422 with all problems. */
function checkConfig(
  models: ModelCatalog,
  exclusions: readonly Exclusion[],
  sent: ConfigInput,
  before: ChosenConfig,
): ChosenConfig {
  const { chat_guardrails: guardrails, llm, rerank_model: reranker, ...rest } = sent;
  const chosen: { -readonly [K in keyof ProjectConfig]?: ProjectConfig[K] } = {};
  for (const name of ['chat_system_commands', 'knn', 'query_expansion', 'temperature'] as const)
    if (rest[name] !== undefined) Object.assign(chosen, { [name]: rest[name] });
  if (guardrails !== undefined) {
    chosen.chat_guardrails = { ...PROJECT_CONFIG.chat_guardrails, ...before.chat_guardrails, ...guardrails };
  }
  const checks = [
    () => assertGuardrailNames(guardrails),
    () => {
      if (llm !== undefined) chosen.llm = llm === null ? null : getAnswerModelId(models, exclusions, llm);
    },
    () => {
      if (reranker !== undefined)
        chosen.rerank_model =
          reranker === null ? null : getUsableReranker({ models, exclusions }, reranker, ['rerank_model']).name;
    },
  ];
  checkEach(checks, (check) => check());
  return chosen;
}

function assertGuardrailNames(guardrails: ConfigInput['chat_guardrails']): void {
  checkEach(DIRECTIONS, (direction) =>
    checkEach(guardrails?.[direction] ?? [], (name, index) =>
      parseGuardrailName(name, direction, (problem) => errors.invalid(['chat_guardrails', direction, index], problem)),
    ),
  );
}

/** Id of a model that can answer and is allowed. Throws a 422. */
function getAnswerModelId(models: ModelCatalog, exclusions: readonly Exclusion[], modelName: string): string {
  const model = getAnsweringModel(models, [], modelName, (problem) => errors.invalid('llm', problem));
  assertFieldModelAllowed(exclusions, 'llm', model);
  return model.id;
}

/** Names of the changed settings. */
function listChangedFields(before: ChosenConfig, sent: ChosenConfig): string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before[name as keyof ProjectConfig]) ? [] : name,
  );
}

function toConfigRecord({ config, version }: { readonly config: ChosenConfig; readonly version: number }) {
  return { ...PROJECT_CONFIG, ...config, version };
}

export const PROJECT_CONFIG_OPERATIONS = [read, write];
