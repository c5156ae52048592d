import { isDeepStrictEqual } from 'node:util';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import { agentProblems } from '../../src/agents/problems.ts';
import type {
  AgentEdit,
  AgentFields,
  AgentRevisionFields,
  AgentRevisionRow,
  AgentWithRevisions,
} from '../../src/agents/queries.ts';
import {
  assertCanActivate,
  assertNotLooser,
  findHiddenItems,
  maskHiddenItems,
} from '../../src/agents/tools/attaching.ts';
import { findActivationProblem } from '../../src/agents/tools/check.ts';
import { type AttachedTools, mapToolKinds, TOOL_KINDS } from '../../src/agents/tools/index.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, Problems } from '../../src/platform/errors.ts';
import { resolveModelIds } from '../../src/platform/models/named-models.ts';
import { hasChanges, mergeValues } from '../../src/platform/revision-fields.ts';
import { rejectUnavailableFields, type UnavailableFields } from '../../src/platform/unavailable-fields.ts';
import { assertTags } from '../../src/tags/queries.ts';
import { completeGuardrails } from '../../src/tasks/guardrails/check.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { assertRevision } from './revision.ts';
import type { AgentUpdate } from './schemas.ts';

const UNAVAILABLE: UnavailableFields = { memory_strategy: ['sliding_window'] };

const DEFAULTS: Omit<AgentFields, 'name'> = {
  description: '',
  task_agent_run_visibility: 'all_viewers',
  exposed_to_agents: false,
  tags: [],
};

/** Returns a new agent's own fields. */
export function toNewAgentFields(body: AgentUpdate): AgentFields {
  return { name: '', ...DEFAULTS, ...pickChangedFields(body, {}) };
}

/** Builds a new agent's first revision. Throws a 422 with all problems. */
export async function buildFirstRevision(
  ctx: ApiContext,
  caller: Caller,
  body: AgentUpdate,
): Promise<AgentRevisionFields> {
  const revision = toRevisionFields(ctx, body, undefined);
  const at = { orgId: caller.orgId, projectId: caller.projectId };
  await assertRevisionValid({ ctx, db: ctx.db, caller, at }, body, revision);
  return revision;
}

/** Validates the remaining fields of a new agent after the schema rejected others. Throws a 422 with all problems. */
export async function assertFieldsValid(ctx: ApiContext, caller: Caller, body: AgentUpdate): Promise<void> {
  // Placeholders for required fields: the schema has already reported missing ones.
  await buildFirstRevision(ctx, caller, { llm_model_id: '', instruction: '', ...body });
}

/** Paths whose rules depend on the agent's tools, by field. */
export const DEPENDENT_ON_TOOLS = Object.fromEntries(
  TOOL_KINDS.map(({ field }) => [field, ['approval_policy.rules.*.tool', 'tool_choice']]),
);

/** Context of the checks of a revision. */
interface ValidationContext {
  readonly ctx: ApiContext;
  readonly db: Executor;
  readonly caller: Caller;
  readonly at: Parameters<typeof assertRevision>[2];
}

/**
 * Validates a revision. Its items are compared with the newest revision, its approval policy with the newest and the
 * active one. Throws a 422 with all problems, or a 403 for what the caller cannot attach or loosen.
 */
async function assertRevisionValid(
  { ctx, db, caller, at }: ValidationContext,
  body: AgentUpdate,
  revision: AgentRevisionFields,
  newest?: AgentRevisionRow,
  active?: AgentRevisionRow,
): Promise<void> {
  const problems = new Problems();
  await problems.run(() => rejectUnavailableFields(body, UNAVAILABLE));
  const unseen = (await problems.run(() => findHiddenItems(db, caller, revision, newest))) ?? [];
  for (const { error } of unseen) problems.add(error.problems);
  await problems.run(() => assertTags(db, { ...at, kind: 'task_agent' }, body.tags ?? []));
  for (const earlier of new Set([newest, active]))
    if (earlier) await problems.run(() => assertNotLooser(db, caller, revision, earlier));
  await problems.run(() => assertRevision(ctx.models, db, at, maskHiddenItems(revision, unseen), body));
  problems.throwIfAny();
}

/** Returns whether a body activates another revision. */
export function isActivation(body: AgentUpdate, agent: AgentWithRevisions): boolean {
  return body.active_revision_id !== undefined && body.active_revision_id !== agent.active_revision_id;
}

/**
 * Plans the activation of another revision. Throws a 422 unless it is sent alone, and a 403 for items the caller cannot
 * use.
 */
export async function planActivation(
  trx: Executor,
  caller: Caller,
  body: AgentUpdate,
  agent: AgentWithRevisions,
): Promise<AgentEdit> {
  const otherField = [...FIELD_NAMES, 'release_gate', ...Object.keys(AGENT_REVISION_FIELDS)].find((name) =>
    Object.hasOwn(body, name),
  );
  if (otherField !== undefined)
    throw errors.invalid('active_revision_id', agentProblems.activation_not_alone({ field: otherField }));
  const revision = agent.revisions.find((candidate) => candidate.id === body.active_revision_id);
  if (!revision) throw errors.invalid('active_revision_id', agentProblems.unknown_agent_revision);
  const active = agent.revisions.find(({ id }) => id === agent.active_revision_id);
  await assertCanActivate(trx, caller, revision, active);
  const { problem } = (await findActivationProblem(trx, { agentId: agent.id, revision })) ?? {};
  if (problem) throw errors.invalid('active_revision_id', problem);
  return { fields: { active_revision_id: revision.id }, revision: undefined };
}

/** Plans an edit of an agent. Returns undefined if the body changes nothing. */
export async function planEdit(
  ctx: ApiContext,
  trx: Executor,
  caller: Caller,
  body: AgentUpdate,
  agent: AgentWithRevisions,
): Promise<AgentEdit | undefined> {
  const [newest] = agent.revisions;
  const active = agent.revisions.find(({ id }) => id === agent.active_revision_id);
  const revision = toRevisionFields(ctx, body, newest);
  const revises = hasChanges(AGENT_REVISION_FIELDS, body, revision, newest);
  if (revises) {
    const at = { orgId: agent.org_id, projectId: agent.project_id, agentId: agent.id };
    await assertRevisionValid({ ctx, db: trx, caller, at }, body, revision, newest, active);
  } else rejectUnavailableFields(body, UNAVAILABLE);
  const fields = pickChangedFields(body, agent);
  return revises || Object.keys(fields).length > 0 ? { fields, revision: revises ? revision : undefined } : undefined;
}

const FIELD_NAMES = ['name', ...Object.keys(DEFAULTS)] as readonly (keyof AgentFields)[];

/** Returns the agent's own fields that a body changes. */
function pickChangedFields(body: AgentUpdate, now: Partial<AgentFields>): Partial<AgentFields> {
  const changed = FIELD_NAMES.filter((name) => !isDeepStrictEqual(body[name] ?? now[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}

/** Merges a body into the newest revision's fields. */
function toRevisionFields(ctx: ApiContext, body: AgentUpdate, base: AgentRevisionRow | undefined): AgentRevisionFields {
  const { max_credits: credits } = body;
  const sent = {
    ...resolveModelIds(ctx.models, {
      ...body,
      max_credits: typeof credits === 'number' ? normalizeAmount(credits) : credits,
    }),
    guardrails: completeGuardrails(ctx.models, body.guardrails),
  };
  const values = mergeValues(AGENT_REVISION_FIELDS, sent, base);
  if (base) return values;
  const takesTools = values.mode === 'agentic' && ctx.models.find(values.llm_model_id)?.supports_tools === true;
  const attached = mapToolKinds((kind) => sent[kind.field] ?? (takesTools ? kind.initial : []));
  return { ...values, ...(attached as unknown as AttachedTools) };
}
