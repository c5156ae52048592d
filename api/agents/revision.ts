import { type ApprovalPolicy, matchesRule } from '../../src/agents/approvals/policy.ts';
import { agentProblems } from '../../src/agents/problems.ts';
import type { AgentRevisionFields } from '../../src/agents/queries.ts';
import { checkTools, type NamedTool } from '../../src/agents/tools/index.ts';
import { assertRevisionModelsAllowed } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { parseDurationMs } from '../../src/platform/duration.ts';
import { errors, Problems, refuseAll } from '../../src/platform/errors.ts';
import type { ModelCatalogue, ModelEntry } from '../../src/platform/models/catalogue.ts';
import { assertModelsExist } from '../../src/platform/models/named-models.ts';
import { supportsRequiredTools } from '../../src/platform/models/probe.ts';
import { assertSettings, getFallbackSettings, toModelSettings } from '../../src/platform/models/settings.ts';
import { checkMaxWait } from '../../src/runs/max-wait.ts';
import { checkGuardrails } from '../../src/tasks/guardrails/check.ts';

const MEMORY_SETTINGS = ['max_events'];

/** Checks what the schema can't: references exist, the mode's rules, durations. Throws a 422 with what each rule finds. */
export async function assertRevision(
  models: ModelCatalogue,
  db: Executor,
  { orgId, projectId, agentId }: { readonly orgId: string; readonly projectId: string; readonly agentId?: string },
  revision: AgentRevisionFields,
  body: Parameters<typeof assertModelsExist>[1],
): Promise<void> {
  const exclusions = await listEffectiveExclusions(db, orgId, projectId);
  const problems = new Problems();
  await problems.of(() => assertModelsExist(models, body));
  await problems.of(() => assertRevisionModelsAllowed(models, exclusions, revision));
  await problems.of(() => assertMemorySettings(revision));
  await problems.of(() => checkMaxWait(revision));
  await problems.of(() => assertDurations(revision.approval_policy));
  await problems.of(() => checkGuardrails(models, exclusions, revision.guardrails));
  const tools = await problems.of(() => checkTools(db, { projectId, agentId, revision }));
  if (tools !== undefined) {
    await problems.of(() => assertPolicyMatches(revision, tools));
    await problems.of(() => assertModels(models, revision, tools.length > 0));
  }
  problems.refuse();
}

/** Refuses settings of the memory that nothing reads. */
function assertMemorySettings({ memory_config: config }: AgentRevisionFields): void {
  const unread = Object.keys(config).filter((name) => !MEMORY_SETTINGS.includes(name));
  const problem = agentProblems.unknown_memory_setting({ known: MEMORY_SETTINGS });
  refuseAll(unread.map((name) => errors.invalid(['memory_config', name], problem)));
}

/** Refuses a deadline that is no duration. Throws a 422. */
export function assertDurations({ rules }: Pick<ApprovalPolicy, 'rules'>, field = 'approval_policy'): void {
  refuseAll(
    rules.flatMap(({ expires_in }, index) =>
      expires_in !== undefined && parseDurationMs(expires_in) === undefined
        ? errors.invalid([field, 'rules', index, 'expires_in'], agentProblems.invalid_deadline)
        : [],
    ),
  );
}

/** Refuses a rule that can match no tool: who writes it believes that somebody is asked, or nobody. */
function assertPolicyMatches({ approval_policy: policy }: AgentRevisionFields, tools: readonly NamedTool[]): void {
  const idle = policy.rules.flatMap((rule, index) => {
    // Where there are no tools, a rule for all of them says nothing untrue.
    const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
    if (forAll || tools.some((tool) => matchesRule(rule, tool))) return [];
    return errors.invalid(['approval_policy', 'rules', index, 'tool'], agentProblems.rule_without_tool);
  });
  refuseAll(idle);
}

/** Refuses a choice of tools where there is nothing to choose, or that a model would not be held to. */
async function assertToolChoice(
  model: ModelEntry,
  config: Readonly<Record<string, unknown>>,
  { mode, tool_choice: choice }: AgentRevisionFields,
  hasTools: boolean,
): Promise<void> {
  if (choice === null) return;
  if (mode === 'sequential') throw errors.invalid('tool_choice', agentProblems.choice_of_sequential_agent);
  if (choice === 'auto') return;
  if (!hasTools) throw errors.invalid('tool_choice', agentProblems.choice_without_agent_tools);
  if (choice === 'required' && !(await supportsRequiredTools(model, toModelSettings(config))))
    throw errors.invalid('tool_choice', agentProblems.required_choice_not_supported({ model: model.name }));
}

/** Checks that the agent's models can do what is asked of them; a sequential agent asks none. */
async function assertModels(models: ModelCatalogue, revision: AgentRevisionFields, hasTools: boolean): Promise<void> {
  const problems = new Problems();
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    const { llm_config: config } = revision;
    const given = field === 'llm_model_id' ? config : { ...getFallbackSettings(null, config) };
    await problems.of(() => assertSettings(model, 'llm_config', given, hasTools));
    await problems.of(() => assertToolChoice(model, given, revision, hasTools));
    if (revision.mode !== 'sequential') await problems.of(() => assertModelOutput(field, model, hasTools));
  }
  problems.refuse();
}

/** Refuses a model that can't be what an agent asks. */
function assertModelOutput(field: string, model: ModelEntry, hasTools: boolean): void {
  if (!model.output_modalities.includes('text'))
    throw errors.invalid(field, agentProblems.text_not_generated({ model: model.name }));
  if (hasTools && !model.supports_tools)
    throw errors.invalid(field, agentProblems.agent_tools_not_supported({ model: model.name }));
}
