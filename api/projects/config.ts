import Type, { type Static } from 'typebox';
import { listFloors } from '../../src/agents/approvals/floors.ts';
import { ApprovalFloor } from '../../src/agents/fields.ts';
import { getAnsweringModel } from '../../src/knowledge/retrieval/query.ts';
import { assertFieldModelAllowed, type Exclusion } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { type ChosenConfig, PROJECT_CONFIG, type ProjectConfig } from '../../src/projects/config.ts';
import * as projects from '../../src/projects/queries.ts';
import { parseGuardrailName } from '../../src/tasks/guardrails/check.ts';
import { DIRECTIONS } from '../../src/tasks/guardrails/kinds/kind.ts';
import { parseFloor } from '../agents/approvals/floor.ts';
import { operation } from '../operation.ts';
import { versioned } from '../plugins/versions.ts';
import { AnyObject, NonEmpty, Nullable } from '../schemas.ts';
import { still } from './still.ts';

const PATH = '/org/{org_id}/project/{project_id}/config';

const Guardrails = Type.Array(NonEmpty(100), {
  maxItems: 20,
  description:
    'guardrails of every task and agent of the project besides their own: `name`, which flags, or `name:action`',
});
const FIELDS = {
  approval_floor: ApprovalFloor,
  chat_system_commands: Type.Array(NonEmpty(10_000), {
    maxItems: 20,
    description: 'what stands before the instructions of answers from knowledge, and of agents',
  }),
  knn: Type.Integer({
    minimum: 1,
    maximum: 50,
    description:
      'how many passages a search brings where it does not say: the `rag` of tasks, searches of agents, queries of collections and documents. 4 where nobody chose, and each of these then keeps its own number',
  }),
  llm: Nullable(
    NonEmpty(200, {
      description:
        'model, by id, name or alias, that answers queries of collections and documents where they name none, and writes other words for searches; the first that can where it is null',
    }),
  ),
  query_expansion: Type.Boolean({
    description: 'whether a search also asks in other words, which a model writes; not where only results are wanted',
  }),
  temperature: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 2,
      description: 'of answers to queries of collections and documents; null leaves it to the model',
    }),
  ),
};
const Config = versioned(
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
    summary: 'Settings for knowledge, chats, guardrails and approvals',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Config } },
  },
  async ({ ctx, caller }) =>
    configRecord(still(caller, await projects.findProjectConfig(ctx.db, caller.orgId, caller.projectId))),
);

const write = operation(
  {
    id: 'project.config.update',
    method: 'POST',
    path: PATH,
    tag: 'Projects',
    summary: 'Change settings for knowledge, chats, guardrails and approvals',
    description: 'They hold from the next step of every run on, those that are under way among them.',
    auth: { permission: 'project:edit' },
    request: {
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
      const before = still(caller, await projects.lockProjectConfig(trx, orgId, projectId));
      const project = { type: 'project', id: projectId } as const;
      const { approval_floor: now } = before.config as ChosenConfig;
      const beside = (await listFloors(trx, orgId, projectId)).find((one) => one.of === 'organization');
      const exclusions = await listEffectiveExclusions(trx, orgId, projectId);
      const problems = new Problems();
      const floor = await problems.of(() =>
        parseFloor(caller, { ...project, now, organizationFloor: beside }, body.approval_floor),
      );
      const rest = await problems.last(() => checked(ctx.models, exclusions, body, before.config as ChosenConfig));
      const sent = floor === undefined ? rest : { ...rest, approval_floor: floor };
      const changed = changedIn(before.config, sent);
      if (changed.length === 0) return { result: before, audited: 'unchanged' };
      const after = still(
        caller,
        await projects.setProjectConfig(trx, orgId, projectId, { ...before.config, ...sent }),
      );
      const note = { resource: project, name: before.name, payload: { changed } };
      return { result: after, audited: note };
    });
    return configRecord(row);
  },
);

type Sent = Static<typeof ConfigUpdate>;

/** What a body chooses, as it is stored. Throws a 422 with everything that does not work. */
function checked(
  models: ModelCatalogue,
  exclusions: readonly Exclusion[],
  sent: Sent,
  before: ChosenConfig,
): ChosenConfig {
  const { chat_guardrails: guardrails, llm, ...rest } = sent;
  const chosen: { -readonly [K in keyof ProjectConfig]?: ProjectConfig[K] } = {};
  for (const name of ['chat_system_commands', 'knn', 'query_expansion', 'temperature'] as const)
    if (rest[name] !== undefined) Object.assign(chosen, { [name]: rest[name] });
  if (guardrails !== undefined) {
    chosen.chat_guardrails = { ...PROJECT_CONFIG.chat_guardrails, ...before.chat_guardrails, ...guardrails };
  }
  const checks = [
    () => checkGuardrailNames(guardrails),
    () => {
      if (llm !== undefined) chosen.llm = llm === null ? null : answering(models, exclusions, llm);
    },
  ];
  checkEach(checks, (check) => check());
  return chosen;
}

function checkGuardrailNames(guardrails: Sent['chat_guardrails']): void {
  checkEach(DIRECTIONS, (direction) =>
    checkEach(guardrails?.[direction] ?? [], (name, index) =>
      parseGuardrailName(name, direction, (problem) => errors.invalid(['chat_guardrails', direction, index], problem)),
    ),
  );
}

/** The id of a model that can and may answer. Throws a 422. */
function answering(models: ModelCatalogue, exclusions: readonly Exclusion[], named: string): string {
  const model = getAnsweringModel(models, [], named, (problem) => errors.invalid('llm', problem));
  assertFieldModelAllowed(exclusions, 'llm', model);
  return model.id;
}

/** Names of the settings that become others. */
function changedIn(before: ChosenConfig, sent: ChosenConfig): string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before[name as keyof ProjectConfig]) ? [] : name,
  );
}

function configRecord({ config, version }: { readonly config: ChosenConfig; readonly version: number }) {
  return { ...PROJECT_CONFIG, ...config, version };
}

export const PROJECT_CONFIG_OPERATIONS = [read, write];
