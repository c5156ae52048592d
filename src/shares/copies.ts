import type { Principal } from '../access/principal-grants.ts';
import { type ApprovalRule, matchesRule } from '../agents/approvals/policy.ts';
import type { AgentRevisionFields } from '../agents/queries.ts';
import { assertAttachable } from '../agents/tools/attaching.ts';
import {
  type AttachedTools,
  checkTools,
  getItems,
  mapToolKinds,
  type NamedTool,
  TOOL_KINDS,
} from '../agents/tools/index.ts';
import { findItemName } from '../agents/tools/used.ts';
import { findExclusion } from '../models/exclusions.ts';
import { listEffectiveExclusions } from '../models/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { DomainError, ValidationError } from '../platform/errors.ts';
import { removeHiddenDeep } from '../platform/hidden-text.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import { checkForwarder } from '../tasks/forwarders/check.ts';
import type { RevisionFields } from '../tasks/queries.ts';
import { checkRag } from '../tasks/rag/check.ts';
import { resolveToolSources } from '../tasks/tools.ts';
import { shareErrors } from './errors.ts';

/** Why something did not come along: this installation lacks it, a rule excludes it, or the project has no such thing for whoever clones. */
export const REASONS = ['missing', 'excluded', 'not_in_project'] as const;

/** Something that a copy lacks, or has and can't use. */
export interface OmittedItem {
  readonly type: string;
  /** The field of the revision. */
  readonly field: string;
  readonly name: string | null;
  readonly reason: (typeof REASONS)[number];
}

/** What copying stands on: whoever has the copy made, and where it comes from. */
export interface CopyContext {
  readonly db: Executor;
  readonly models: ModelCatalogue;
  readonly principal: Principal & { readonly orgId: string };
  /** The project that it is copied from. */
  readonly from: string;
}

/** A copy of a revision with what did not come along. */
export interface Copy<R> {
  readonly revision: R;
  readonly left: readonly OmittedItem[];
}

/** A revision of a task as it can be in the asker's project. */
export async function copyTaskRevision(of: CopyContext, source: RevisionFields): Promise<Copy<RevisionFields>> {
  const shown = removeHidden(source);
  const { revision, left } = await withUsableModels(of, { ...shown.revision, tags: [], test: false });
  const lost: OmittedItem[] = [...shown.left, ...left];
  const keepsRag = await isAccepted(() => checkRag(of.db, of.principal, revision, undefined));
  if (!keepsRag) lost.push({ type: 'collection', field: 'rag', name: null, reason: 'not_in_project' });
  const keepsForwarder = await isAccepted(() =>
    checkForwarder(of.db, of.principal, revision.task_forwarder_id, undefined),
  );
  if (!keepsForwarder)
    lost.push({ type: 'task_forwarder', field: 'task_forwarder_id', name: null, reason: 'not_in_project' });
  const tools = await copyTools(of, revision);
  const copy = {
    ...revision,
    ...tools.kept,
    rag: keepsRag ? revision.rag : null,
    task_forwarder_id: keepsForwarder ? revision.task_forwarder_id : null,
    fallback_llm_config: revision.fallback_llm_model_id === null ? null : revision.fallback_llm_config,
  };
  return { revision: copy, left: [...lost, ...tools.left] };
}

/** The tools that the asker may use in their project, each asked for alone, and the others. A choice of tools goes with the last of them. */
async function copyTools({ db, principal }: CopyContext, revision: RevisionFields) {
  const kept = { integration_tool_ids: [] as string[], task_mcp_tool_ids: [] as string[] };
  const left: OmittedItem[] = [];
  for (const [field, type] of [
    ['integration_tool_ids', 'integration'],
    ['task_mcp_tool_ids', 'task_mcp_server'],
  ] as const) {
    for (const id of revision[field]) {
      const alone = { integration_tool_ids: [], task_mcp_tool_ids: [], [field]: [id] };
      if (await isAccepted(() => resolveToolSources(db, principal, alone, undefined))) kept[field].push(id);
      else left.push({ type, field, name: id, reason: 'not_in_project' });
    }
  }
  const tool_sources = await resolveToolSources(db, principal, kept, undefined);
  const tool_choice = tool_sources === null && revision.tool_choice === 'required' ? null : revision.tool_choice;
  return { kept: { ...kept, tool_sources, tool_choice }, left };
}

/**
 * A revision of an agent as it can be in the asker's project: with what they may attach there, and the rules of its approval
 * policy that still fit a tool. Throws a 409 where what is left is no agent.
 */
export async function copyAgentRevision(
  of: CopyContext,
  source: AgentRevisionFields,
): Promise<Copy<AgentRevisionFields>> {
  const shown = removeHidden(source);
  const { revision, left } = await withUsableModels(of, shown.revision);
  const { attached, lost } = await copyAttachedTools(of, revision);
  const tools = await loadTools(of, { ...revision, ...attached });
  const { rules } = revision.approval_policy;
  const kept = rules.filter((rule) => matchesTool(rule, tools));
  const gone = rules.filter((rule) => !kept.includes(rule));
  const copy = { ...revision, ...attached, approval_policy: { ...revision.approval_policy, rules: kept } };
  const ofRules = gone.map((rule) => ({
    type: 'approval_rule',
    field: 'approval_policy',
    name: rule.tool,
    reason: 'not_in_project' as const,
  }));
  return { revision: copy, left: [...shown.left, ...left, ...lost, ...ofRules] };
}

/** A revision without the characters that nobody sees, which a model would read all the same. */
function removeHidden<R extends object>(source: R): Copy<R> {
  const left: OmittedItem[] = [];
  const entries = Object.entries(source).map(([field, given]) => {
    const { value, removedCount: takenOut } = removeHiddenDeep(given);
    if (takenOut === 0) return [field, given] as const;
    left.push({ type: 'hidden_text', field, name: `${takenOut} characters`, reason: 'excluded' });
    return [field, value] as const;
  });
  return { revision: Object.fromEntries(entries) as R, left };
}

/** A rule for all tools says nothing untrue where there are none. */
function matchesTool(rule: ApprovalRule, tools: readonly NamedTool[]): boolean {
  const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
  return forAll || tools.some((tool) => matchesRule(rule, tool));
}

/** The items that the asker may attach, each asked for alone, and the others. */
async function copyAttachedTools(
  of: CopyContext,
  revision: AgentRevisionFields,
): Promise<{ readonly attached: AttachedTools; readonly lost: readonly OmittedItem[] }> {
  const { db, principal, from } = of;
  const nothing = mapToolKinds<unknown[]>(() => []);
  const attached = mapToolKinds<unknown[]>(() => []);
  const lost: OmittedItem[] = [];
  for (const kind of TOOL_KINDS) {
    for (const item of getItems(kind, revision)) {
      const alone = { ...revision, ...nothing, [kind.field]: [item] } as unknown as AgentRevisionFields;
      const taken = await isAccepted(async () => {
        await assertAttachable(db, principal, alone, undefined);
        await kind.check(db, principal.projectId, [item]);
      });
      if (taken) attached[kind.field].push(item);
      else
        lost.push({
          type: kind.attaching?.type ?? kind.type,
          field: kind.field,
          name: await findItemName(db, from, kind, item),
          reason: 'not_in_project',
        });
    }
  }
  return { attached: attached as unknown as AttachedTools, lost };
}

async function loadTools({ db, principal }: CopyContext, revision: AgentRevisionFields): Promise<NamedTool[]> {
  try {
    return await checkTools(db, { projectId: principal.projectId, revision });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw shareErrors.notCloneable(
      `without what this project cannot use, the agent is invalid: ${error.problems[0]?.msg ?? ''}`,
    );
  }
}

/** A fallback model that can't be asked here is left out; a first one stays, as there is no agent and no task without. */
async function withUsableModels<R extends { llm_model_id: string; fallback_llm_model_id: string | null }>(
  { db, models, principal }: CopyContext,
  revision: R,
): Promise<Copy<R>> {
  const rules = await listEffectiveExclusions(db, principal.orgId, principal.projectId);
  const left: OmittedItem[] = [];
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    if (id === null) continue;
    const model = models.find(id);
    const reason = model === undefined ? 'missing' : findExclusion(rules, model) ? 'excluded' : undefined;
    if (reason !== undefined) left.push({ type: 'model', field, name: model?.name ?? null, reason });
  }
  const keepsFallback = !left.some(({ field }) => field === 'fallback_llm_model_id');
  const fallback = keepsFallback ? revision.fallback_llm_model_id : null;
  return { revision: { ...revision, fallback_llm_model_id: fallback }, left };
}

/** Whether a check lets pass; what else goes wrong in it is thrown. */
async function isAccepted(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof ValidationError || error instanceof DomainError) return false;
    throw error;
  }
}
