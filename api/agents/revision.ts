import { type ApprovalPolicy, matches } from '../../src/agents/approvals/policy.ts';
import type { AgentRevisionFields } from '../../src/agents/queries.ts';
import { checkTools, type NamedTool } from '../../src/agents/tools/index.ts';
import { assertRevisionModelsAllowed } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { durationMs } from '../../src/platform/duration.ts';
import { errors, Problems, refuseAll } from '../../src/platform/errors.ts';
import type { ModelCatalogue, ModelEntry } from '../../src/platform/models/catalogue.ts';
import { checkModelsNamed } from '../../src/platform/models/known.ts';
import { canBeHeldToTools } from '../../src/platform/models/probe.ts';
import { checkSettings, fallbackSettings, settingsOf } from '../../src/platform/models/settings.ts';
import { checkMaxWait } from '../../src/runs/max-wait.ts';
import { checkGuardrails } from '../../src/tasks/guardrails/check.ts';

const MEMORY_SETTINGS = ['max_events'];

/** Checks what the schema can't: references exist, the mode's rules, durations. Throws a 422 with what each rule finds. */
export async function checkRevision(
  models: ModelCatalogue,
  db: Executor,
  { orgId, projectId, agentId }: { readonly orgId: string; readonly projectId: string; readonly agentId?: string },
  revision: AgentRevisionFields,
  body: Parameters<typeof checkModelsNamed>[1],
): Promise<void> {
  const exclusions = await listEffectiveExclusions(db, orgId, projectId);
  const problems = new Problems();
  await problems.of(() => checkModelsNamed(models, body));
  await problems.of(() => assertRevisionModelsAllowed(models, exclusions, revision));
  await problems.of(() => checkMemory(revision));
  await problems.of(() => checkMaxWait(revision));
  await problems.of(() => checkDurations(revision.approval_policy));
  await problems.of(() => checkGuardrails(models, exclusions, revision.guardrails));
  const tools = await problems.of(() => checkTools(db, { projectId, agentId, revision }));
  if (tools !== undefined) {
    await problems.of(() => checkPolicy(revision, tools));
    await problems.of(() => checkModels(models, revision, tools.length > 0));
  }
  problems.refuse();
}

/** Refuses settings of the memory that nothing reads. */
function checkMemory({ memory_config: config }: AgentRevisionFields): void {
  const unread = Object.keys(config).filter((name) => !MEMORY_SETTINGS.includes(name));
  const rule = `is no setting of the memory; known is ${MEMORY_SETTINGS.join(', ')}`;
  refuseAll(unread.map((name) => errors.invalid(['memory_config', name], rule, 'unknown_setting')));
}

/** Refuses a deadline that is no duration. Throws a 422. */
export function checkDurations({ rules }: Pick<ApprovalPolicy, 'rules'>, field = 'approval_policy'): void {
  const message = 'must be an ISO 8601 duration above zero, e.g. PT15M';
  refuseAll(
    rules.flatMap(({ expires_in }, index) =>
      expires_in !== undefined && durationMs(expires_in) === undefined
        ? errors.invalid([field, 'rules', index, 'expires_in'], message)
        : [],
    ),
  );
}

/** Refuses a rule that can match no tool: who writes it believes that somebody is asked, or nobody. */
function checkPolicy({ approval_policy: policy }: AgentRevisionFields, tools: readonly NamedTool[]): void {
  const message = 'no tool of this revision has such a name and type';
  const idle = policy.rules.flatMap((rule, index) => {
    // Where there are no tools, a rule for all of them says nothing untrue.
    const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
    if (forAll || tools.some((tool) => matches(rule, tool))) return [];
    return errors.invalid(['approval_policy', 'rules', index, 'tool'], message, 'no_such_tool');
  });
  refuseAll(idle);
}

/** Refuses a choice of tools where there is nothing to choose, or that a model would not be held to. */
async function checkChoice(
  model: ModelEntry,
  config: Readonly<Record<string, unknown>>,
  { mode, tool_choice: choice }: AgentRevisionFields,
  withTools: boolean,
): Promise<void> {
  if (choice === null) return;
  if (mode === 'sequential') throw errors.invalid('tool_choice', 'the steps of a sequential agent are fixed');
  if (choice === 'auto') return;
  if (!withTools) throw errors.invalid('tool_choice', 'the agent has no tools');
  if (choice === 'required' && !(await canBeHeldToTools(model, settingsOf(config))))
    throw errors.invalid('tool_choice', `the model ${model.name} can't be made to use a tool`, 'model_ability');
}

/** Checks that the agent's models can do what is asked of them; a sequential agent asks none. */
async function checkModels(models: ModelCatalogue, revision: AgentRevisionFields, withTools: boolean): Promise<void> {
  const problems = new Problems();
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    const { llm_config: config } = revision;
    const given = field === 'llm_model_id' ? config : { ...fallbackSettings(null, config) };
    await problems.of(() => checkSettings(model, 'llm_config', given, withTools));
    await problems.of(() => checkChoice(model, given, revision, withTools));
    if (revision.mode !== 'sequential') await problems.of(() => checkOutput(field, model, withTools));
  }
  problems.refuse();
}

/** Refuses a model that can't be what an agent asks. */
function checkOutput(field: string, model: ModelEntry, withTools: boolean): void {
  if (!model.output_modalities.includes('text'))
    throw errors.invalid(field, `the model ${model.name} writes no text`, 'model_ability');
  if (withTools && !model.supports_tools)
    throw errors.invalid(field, `the model ${model.name} takes no tools, and the agent has some`, 'model_ability');
}
