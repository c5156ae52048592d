import { Decimal } from 'decimal.js';
import { toCanonicalJson } from '../src/platform/digest.ts';
import { auditChanges } from './audit-changes.ts';
import { auditDecisions } from './audit-decisions.ts';
import { auditEffects } from './audit-effects.ts';
import { auditStreams } from './audit-streams.ts';
import { createCases, type Evidence, type RunCase, type Violation } from './evidence.ts';
import { getRunTag, isFixedCall, isFixedCallRun } from './fixed-call.ts';
import { BUDGET_CREDITS, getResultMarker, INITIAL_CREDITS, INPUT_TOKENS, TURN_CREDITS } from './plan.ts';
import type { StoredRequest } from './stored.ts';

/** Compares what clients saw, what the outside world counted, and what is stored. Returns all differences. */
export function audit(evidence: Evidence): Violation[] {
  const found: Violation[] = [];
  auditAccepted(evidence, found);
  for (const one of createCases(evidence, found)) {
    auditEnd(one);
    auditCalls(one);
    auditBudget(one, evidence);
    auditEffects(one);
    auditDecisions(one);
    auditStreams(one);
  }
  auditStrays(evidence, found);
  auditChanges(evidence, found);
  auditCredits(evidence, found);
  for (const what of evidence.ended) found.push({ kind: 'ended', tag: '', runId: undefined, what });
  return found;
}

/** Checks that every accepted run exists once. */
function auditAccepted({ seen, stored }: Evidence, found: Violation[]): void {
  const rows = new Map(stored.runs.map((run) => [run.id, run]));
  const byTag = Map.groupBy(stored.runs, getRunTag);
  for (const { plan, runIds, oddities } of seen) {
    const [runId] = runIds;
    const complain = (kind: Violation['kind'], what: string) => found.push({ kind, tag: plan.tag, runId, what });
    for (const id of runIds) if (!rows.has(id)) complain('lost', `run ${id} was accepted and has no row`);
    if (runIds.size > 1) complain('twice', `one start under one key was answered with ${[...runIds].join(' and ')}`);
    const started = byTag.get(plan.tag) ?? [];
    if (started.length > 1) complain('twice', `one start made ${started.map((run) => run.id).join(' and ')}`);
    for (const what of oddities) complain('odd', what);
  }
}

/** Checks that nothing exists that nobody requested. */
function auditStrays({ seen, stored, performed }: Evidence, found: Violation[]): void {
  const plans = new Set(seen.map(({ plan }) => plan.tag));
  for (const run of stored.runs) {
    const tag = getRunTag(run);
    if (!plans.has(tag)) found.push({ kind: 'twice', tag, runId: run.id, what: `nobody asked for run ${run.id}` });
  }
  const calls = new Set(seen.flatMap(({ plan }) => plan.turns.flat().map((call) => call.tag)));
  for (const { tag, path } of performed) {
    if (!calls.has(tag)) found.push({ kind: 'unapproved', tag, runId: undefined, what: `${path} belongs to no call` });
  }
  const owners = new Map(stored.calls.map((call) => [call.id, call.run_id]));
  const ended = new Set(stored.runs.filter((run) => run.completed !== null).map((run) => run.id));
  for (const { id, tool_call_id, status } of stored.taskRuns) {
    const runId = owners.get(tool_call_id ?? '');
    if (runId !== undefined && ended.has(runId) && !['completed', 'failed', 'cancelled'].includes(status))
      found.push({ kind: 'stuck', tag: '', runId, what: `task run ${id} is ${status} although its run has ended` });
  }
  for (const { id, run_id: runId, kind, ended_at } of stored.waits)
    if (ended_at === null && ended.has(runId))
      found.push({ kind: 'stuck', tag: '', runId, what: `wait ${id} (${kind}) is open although its run has ended` });
}

/** Checks that the account paid once for everything stored, and that no credits are reserved. */
function auditCredits({ stored: { runs, taskRuns, account, differences } }: Evidence, found: Violation[]): void {
  const complain = (what: string, runId?: string) => found.push({ kind: 'credits', tag: '', runId, what });
  const charged = Decimal.sum(0, ...[...runs, ...taskRuns].map((run) => run.charged_credits));
  const paid = new Decimal(INITIAL_CREDITS).minus(account.credits);
  if (!paid.equals(charged)) complain(`the account paid ${paid} and the runs were charged ${charged}`);
  if (!new Decimal(account.reserved).isZero()) complain(`${account.reserved} credits are still set aside`);
  for (const { subject, id, actual, booked } of differences)
    complain(`${subject} ${id}: ${actual}, the ledger says ${booked}`);
  for (const run of runs) {
    const perTurn = isFixedCallRun(run) ? 0 : INPUT_TOKENS;
    const tokens = run.turns * perTurn;
    // A response after a cancel, or of an outdated attempt, is charged but is not a turn.
    const most = run.attempt * perTurn;
    const exact = run.input_tokens % INPUT_TOKENS === 0 && run.input_tokens >= tokens && run.input_tokens <= most;
    const counted = run.usage_estimated ? run.input_tokens > tokens : exact;
    if (!counted) complain(`${run.turns} turns, begun ${run.attempt} times, read ${run.input_tokens} tokens`, run.id);
  }
}

/** Checks that the run ended as planned. */
function auditEnd({ seen, run, record, requests, calls, complain }: RunCase): void {
  const { plan } = seen;
  if (run.completed === null) {
    complain('stuck', `${run.status}, waiting for ${JSON.stringify(run.waiting_for)}`);
    return;
  }
  const open = requests.filter((request) => request.status === 'pending');
  for (const request of open)
    complain('stuck', `request ${request.id} (${request.kind}) is pending although the run has ended`);
  const answer = isFixedCall(plan) ? getCallOutput(calls) : plan.texts.at(-1)?.join('');
  const wasRejected = requests.some((request) => request.status === 'rejected' && request.kind === 'tool_call');
  const reason = (run.error as { reason?: string } | null)?.reason;
  if (run.status === 'completed' && (run.output !== answer || run.turns !== plan.texts.length))
    complain(
      'wrong_end',
      `completed after ${run.turns} of ${plan.texts.length} turns with ${JSON.stringify(run.output)}`,
    );
  if (run.status === 'cancelled' && !seen.cancelSent) complain('wrong_end', 'cancelled, and nobody asked for that');
  const wasRefused = requests.some((request) => request.status === 'rejected' && request.kind === 'budget');
  const mayFail =
    ((plan.agent === 'strict' || plan.agent === 'fixed') && wasRejected && reason === 'APPROVAL_REJECTED') ||
    (wasRefused && reason === 'BUDGET_EXCEEDED');
  if (run.status === 'failed' && !mayFail) complain('wrong_end', `failed: ${JSON.stringify(run.error)}`);
  if (!record) complain('lost', 'the API does not know the run');
  else if (record.status !== run.status || record.output !== run.output)
    complain(
      'untrue',
      `the API shows ${record.status}, ${JSON.stringify(record.output)}; the row ${run.status}, ${JSON.stringify(run.output)}`,
    );
  for (const shown of record?.approval_requests ?? []) {
    const request = requests.find(({ id }) => id === shown.id);
    if (request?.status !== shown.status)
      complain(
        'untrue',
        `the API shows request ${shown.id} as ${shown.status}; the row is ${request?.status ?? 'missing'}`,
      );
  }
}

/** Returns the output of a run of one fixed call: the result of the call as text. */
function getCallOutput(calls: RunCase['calls']): string {
  const result = calls[0]?.stored[0]?.result;
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}

/** Checks that a run with a budget started its last turn within the allowed credits, and ended after a rejection. */
function auditBudget({ seen, run, requests, calls, complain }: RunCase, { stored }: Evidence): void {
  const asked = requests.filter((request) => request.kind === 'budget');
  if (seen.plan.agent !== 'thrifty') {
    if (asked.length > 0) complain('odd', 'a run without a budget asked for more credits');
    return;
  }
  if (run.turns === 0) return;
  const ids = new Set(calls.flatMap((call) => call.stored.map(({ id }) => id)));
  const tasks = stored.taskRuns.filter((task) => ids.has(task.tool_call_id ?? ''));
  const before = run.status === 'completed' ? tasks : [];
  const spent = Decimal.sum(run.charged_credits, 0, ...before.map((task) => task.charged_credits)).minus(TURN_CREDITS);
  const approved = asked.filter((request) => request.status === 'approved');
  const allowed = Decimal.sum(BUDGET_CREDITS, 0, ...approved.map(allowanceOf));
  // An interrupted call is charged by an estimate, after its turn started.
  const known = !run.usage_estimated || run.status === 'completed';
  if (approved.length === 0 || (known && spent.gte(allowed)))
    complain('unapproved', `the last turn began with ${spent} credits spent, and ${allowed} were allowed`);
  if (asked.some((request) => request.status === 'rejected') && run.status === 'completed')
    complain('decision_lost', 'more credits were refused, which has to end the run, and the run went on');
}

/** Returns the credits that the approver allowed. */
function allowanceOf(request: StoredRequest): string {
  const [decision] = request.decisions;
  return ((decision?.arguments ?? request.arguments) as { readonly credits: string }).credits;
}

/** Checks that each call exists once, as the model made it, with its own result. */
function auditCalls({ run, calls, strangers, complain }: RunCase): void {
  for (const call of strangers) complain('twice', `the model never made call ${call.provider_call_id}`);
  for (const { plan, stored } of calls) {
    const [call, ...more] = stored;
    if (more.length > 0) complain('twice', `call ${plan.tag} is stored ${stored.length} times`);
    if (!call) {
      if (run.status === 'completed') complain('untrue', `call ${plan.tag} is missing`);
      continue;
    }
    if (call.tool_name !== plan.toolName || toCanonicalJson(call.arguments) !== toCanonicalJson(plan.arguments))
      complain('untrue', `call ${plan.tag} is stored as ${call.tool_name} ${toCanonicalJson(call.arguments)}`);
    if (run.completed !== null && call.status !== 'done' && (run.status === 'completed' || call.status !== 'cancelled'))
      complain('stuck', `call ${plan.tag} is ${call.status} although the run is ${run.status}`);
    if (call.outcome !== 'success') continue;
    const result = JSON.stringify(call.result) ?? '';
    const args = (call.edited_arguments ?? call.arguments) as Record<string, unknown>;
    const confirmed = (call.result as { confirmed?: boolean } | null)?.confirmed === true;
    if (!confirmed && !result.includes(getResultMarker(plan, args)))
      complain('untrue', `call ${plan.tag} has the result of something else: ${result.slice(0, 200)}`);
  }
}
