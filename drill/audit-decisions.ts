import { toCanonicalJson } from '../src/platform/digest.ts';
import type { CaseCall, RunCase } from './evidence.ts';
import type { SentDecision } from './observation.ts';
import type { StoredRequest } from './stored.ts';

/** Errors that a decision may return. */
const REFUSALS = ['APPROVAL_REQUEST_NOT_PENDING', 'ALREADY_DECIDED', 'ARGUMENTS_DIGEST_MISMATCH'];

/** Checks that every accepted decision is stored and applied, and that nothing else decided anything. */
export function auditDecisions(one: RunCase): void {
  const requests = new Map(one.requests.map((request) => [request.id, request]));
  for (const decision of one.seen.decisions) auditSent(one, decision, requests.get(decision.requestId));
  for (const request of one.requests) {
    auditRecord(one, request);
    auditAccepted(one, request);
  }
  for (const call of one.calls) auditCall(one, call);
  for (const cancel of one.seen.cancels) {
    if (cancel.runStatus === 'cancelled' && one.run.status !== 'cancelled')
      one.complain('decision_lost', `the cancel was confirmed and the run is ${one.run.status}`);
    if (cancel.reason !== null && cancel.reason !== 'RUN_ENDED')
      one.complain('odd', `the cancel answered ${cancel.status} ${cancel.reason}`);
  }
}

/** Checks the responses to one person's decision. */
function auditSent({ complain }: RunCase, decision: SentDecision, request: StoredRequest | undefined): void {
  const { requestId, subject, verdict, answers, tampered } = decision;
  const name = `${verdict} of ${subject} on ${requestId}`;
  if (new Set(answers.map((answer) => answer.status)).size > 1)
    complain(
      'misapplied',
      `${name}: one key was answered with ${answers.map((answer) => answer.status).join(' and ')}`,
    );
  for (const { status, reason } of answers) {
    if (reason !== null && !REFUSALS.includes(reason)) complain('odd', `${name} answered ${status} ${reason}`);
    if (reason === 'ARGUMENTS_DIGEST_MISMATCH' && !tampered) complain('odd', `${name} was refused for its digest`);
  }
  if (!answers.some((answer) => answer.status < 300)) return;
  if (tampered) complain('misapplied', `${name} was accepted with the digest of other arguments`);
  for (const answers of decision.denied)
    complain('misapplied', `${name} was accepted and the answer does not show it: ${answers}`);
  const made = request?.decisions.find((row) => row.subject === subject);
  if (!made) complain('decision_lost', `${name} was accepted and is not on record`);
  else if (made.decision !== verdict)
    complain('misapplied', `${name} was accepted and is on record as ${made.decision}`);
  else if (toCanonicalJson(made.arguments ?? null) !== toCanonicalJson(decision.arguments ?? null))
    complain('misapplied', `${name} is on record with the arguments ${toCanonicalJson(made.arguments)}`);
}

/** Checks that every stored decision was sent by a person, and that the request ended accordingly. */
function auditRecord({ seen, complain }: RunCase, request: StoredRequest): void {
  const { id, status, decisions } = request;
  for (const row of decisions) {
    const sent = seen.decisions.some(
      (one) => one.requestId === id && one.subject === row.subject && one.verdict === row.decision && !one.tampered,
    );
    if (!sent) complain('misapplied', `${row.decision} of ${row.subject} on ${id} is on record and nobody sent it`);
  }
  const approvals = decisions.filter((row) => row.decision === 'approve').length;
  const rejections = decisions.length - approvals;
  const enough = approvals >= request.approvals_needed;
  const fits =
    status === 'approved'
      ? enough && rejections === 0 && approvals === request.approvals_needed
      : status === 'rejected'
        ? rejections === 1 && !enough
        : rejections === 0 && !enough;
  if (!fits)
    complain('misapplied', `request ${id} is ${status} with ${approvals} approvals and ${rejections} rejections`);
}

/** Checks that at most the required number of people got a confirmation. */
function auditAccepted({ seen, complain }: RunCase, { id, approvals_needed: needed }: StoredRequest): void {
  const accepted = seen.decisions.filter(
    (decision) => decision.requestId === id && decision.answers.some((answer) => answer.status < 300),
  );
  const answers = new Set(accepted.map((decision) => `${decision.verdict} of ${decision.subject}`));
  if (answers.size > needed)
    complain('misapplied', `${[...answers].join(' and ')} were all accepted on ${id}, which needs ${needed}`);
}

/** Checks that the call followed its decision. */
function auditCall({ run, seen, complain }: RunCase, { plan, stored, requests }: CaseCall): void {
  const [call] = stored;
  if (!call) return;
  if (plan.approvals === 0 && requests.length > 0)
    complain('odd', `${plan.tag} asked for an approval it does not need`);
  if (requests.length > 1) complain('odd', `${plan.tag} asked for ${requests.length} approvals`);
  const request = requests.at(-1);
  if (plan.approvals > 0 && !request) complain('unapproved', `${plan.tag} never asked anybody`);
  if (!request) return;
  if (toCanonicalJson(request.arguments) !== toCanonicalJson(plan.arguments))
    complain('misapplied', `request ${request.id} of ${plan.tag} shows ${toCanonicalJson(request.arguments)}`);
  const made = request.decisions.find((row) => row.decision === 'approve' && row.arguments !== null);
  if (
    request.status === 'approved' &&
    toCanonicalJson(call.edited_arguments ?? null) !== toCanonicalJson(made?.arguments ?? null)
  )
    complain(
      'misapplied',
      `${plan.tag} runs with ${toCanonicalJson(call.edited_arguments)}, approved was ${toCanonicalJson(made?.arguments)}`,
    );
  if (run.completed === null || call.outcome === 'cancelled') return;
  const refused = call.outcome === 'rejected';
  if (seen.plan.agent === 'strict' && request.status === 'rejected' && run.status === 'completed')
    complain('decision_lost', `${plan.tag} was rejected, which has to end the run, and the run went on`);
  if (request.status === 'rejected' && !refused)
    complain('decision_lost', `${plan.tag} was rejected and ended as ${call.outcome}`);
  if (request.status === 'expired' && call.outcome !== 'expired')
    complain('untrue', `nobody decided on ${plan.tag} in time and it ended as ${call.outcome}`);
  if (request.status === 'approved' && (refused || call.outcome === 'expired' || call.outcome === null))
    complain('decision_lost', `${plan.tag} was approved and ended as ${call.outcome}`);
}
