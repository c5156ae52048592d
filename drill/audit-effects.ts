import { toCanonicalJson } from '../src/platform/digest.ts';
import type { CaseCall, RunCase } from './evidence.ts';
import { EFFECT_KINDS, type PlannedCall } from './plan.ts';
import type { PerformedEffect } from './tools.ts';

/**
 * Tolerance for an effect after the receipt of a cancel in milliseconds, because both arrive on different connections.
 */
const CANCEL_TOLERANCE_MS = 500;

/** Checks that every effect happened once, with an approval, as approved, and is recorded. */
export function auditEffects(one: RunCase): void {
  for (const call of one.calls) {
    if (!EFFECT_KINDS.includes(call.plan.kind)) {
      if (call.performed.length > 0) one.complain('unapproved', `call ${call.plan.tag} must change nothing`);
      continue;
    }
    auditCount(one, call);
    auditLeave(one, call);
    auditArguments(one, call);
    auditDefinition(one, call);
    auditLedger(one, call);
  }
  auditReceipts(one);
}

function auditCount({ complain }: RunCase, { plan, performed, stored }: CaseCall): void {
  const keys = performed.map((one) => one.key);
  if (performed.length > 1 && !plan.repeatable)
    complain('doubled', `${plan.tag} took place ${performed.length} times, keys ${keys.join(', ')}`);
  const wrong = keys.find((key) => key !== stored[0]?.id);
  if (wrong !== undefined)
    complain('misapplied', `${plan.tag} came under the key ${wrong} instead of ${stored[0]?.id}`);
}

/** Checks that the effect was approved before, and that the run was not cancelled. */
function auditLeave({ seen, complain }: RunCase, { plan, performed, requests }: CaseCall): void {
  const [first] = performed;
  if (!first) return;
  const stopped = Math.min(
    ...seen.cancels.filter((cancel) => cancel.runStatus === 'cancelled').map((cancel) => cancel.at),
  );
  const late = performed.find((one) => one.at > stopped + CANCEL_TOLERANCE_MS);
  if (late) complain('unapproved', `${plan.tag} took place ${late.at - stopped} ms after the receipt of the cancel`);
  if (plan.approvals === 0) return;
  const request = requests.at(-1);
  if (request?.status === 'rejected') complain('against_rejection', `${plan.tag} took place although it was rejected`);
  else if (request?.status !== 'approved')
    complain('unapproved', `${plan.tag} took place and its request is ${request?.status ?? 'missing'}`);
  const leave = seen.decisions.filter(
    (decision) => decision.requestId === request?.id && decision.verdict === 'approve' && !decision.tampered,
  );
  const sent = leave.map((decision) => decision.sentAt).sort((a, b) => a - b)[plan.approvals - 1];
  if (sent === undefined || sent > first.at)
    complain('unapproved', `${plan.tag} took place before ${plan.approvals} people had sent an approval`);
}

function auditArguments({ complain }: RunCase, { plan, performed, stored }: CaseCall): void {
  const [call] = stored;
  if (!call) return;
  const approved = call.edited_arguments ?? call.arguments;
  const wanted = requestFor(plan, approved);
  for (const one of performed) {
    const { method, path, asked, body } = one;
    if (toCanonicalJson({ method, path, asked, body: parseJson(body) }) !== toCanonicalJson(wanted))
      complain(
        'altered',
        `${plan.tag} took place as ${JSON.stringify(one)} and was approved as ${JSON.stringify(approved)}`,
      );
  }
}

/** Returns the request of a call with these arguments. */
function requestFor(
  { kind, tag, toolName }: PlannedCall,
  args: unknown,
): Pick<PerformedEffect, 'method' | 'path' | 'asked'> & { readonly body: unknown } {
  if (kind === 'api')
    return { method: 'POST', path: `/api/${tag}`, asked: null, body: (args as { readonly body: unknown }).body };
  if (kind === 'mcp' || kind === 'fickle')
    return { method: 'MCP', path: toolName.replace(/^.*?__/, ''), asked: null, body: args };
  const { method, url, headers, body } = args as {
    readonly method: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  const { pathname, search } = new URL(url);
  return { method, path: pathname + search, asked: headers?.['x-asked'] ?? null, body };
}

/** A tool that changed before the approval differs from what the approver saw. */
function auditDefinition({ seen, complain }: RunCase, { plan, performed }: CaseCall): void {
  if (performed.length > 0 && seen.redefined.has(plan.tag))
    complain('altered', `${plan.tag} took place although its tool had become another before it was approved`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks that ledger and outcome match what happened. */
function auditLedger({ run, complain }: RunCase, { plan, performed, stored, effect, questions }: CaseCall): void {
  const happened = performed.length > 0;
  const outcome = stored[0]?.outcome;
  if (effect === 'done' && !happened) complain('untrue', `${plan.tag} is done in the ledger and did not take place`);
  if (effect === 'failed' && happened) complain('untrue', `${plan.tag} failed in the ledger and took place`);
  if (happened && (effect === undefined || effect === 'intended'))
    complain('untrue', `${plan.tag} took place and is ${effect ?? 'missing'} in the ledger`);
  if (outcome === 'success' && !happened) complain('untrue', `${plan.tag} succeeded and did not take place`);
  if (outcome === 'error' && happened) complain('untrue', `${plan.tag} took effect, but the model got a failure`);
  // Nobody confirmed the effect in time.
  const isLeft = effect === 'unknown' && questions.some((question) => question.status === 'expired');
  if (run.status === 'completed' && (effect === 'sent' || effect === 'intended' || effect === 'unknown') && !isLeft)
    complain('untrue', `${plan.tag} is ${effect} in the ledger although the run is completed`);
}

/** Checks that the receipt of a cancel was correct when it was given. */
function auditReceipts({ seen, calls, complain }: RunCase): void {
  for (const { receipt, runStatus } of seen.cancels) {
    if (!receipt || runStatus !== 'cancelled') continue;
    for (const { plan, stored, performed } of calls) {
      const id = stored[0]?.id;
      if (id === undefined || !EFFECT_KINDS.includes(plan.kind)) continue;
      if (performed.length > 0 && !receipt.done.includes(id) && !receipt.unknown.includes(id))
        complain('untrue', `${plan.tag} took place and the receipt does not say so`);
      if (performed.length === 0 && receipt.done.includes(id))
        complain('untrue', `${plan.tag} is done in the receipt and did not take place`);
    }
  }
}
