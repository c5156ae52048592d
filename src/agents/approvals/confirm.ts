import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { type Message, toMessageFields } from '../../platform/messages.ts';
import type { CallInRun } from '../calls/calls.ts';
import { findEffect, markUnknown, SEND_WINDOW_MS } from '../calls/effects.ts';
import type { PendingApproval } from '../contract.ts';
import { lockRun, refreshCallers, refreshWaiting } from '../runs/waiting.ts';
import type { PolicyVerdict } from './policy.ts';
import { approvalQuestions } from './questions.ts';
import { insertRequest } from './requests.ts';

/**
 * Marks the effect of an interrupted call as unknown and requests confirmation, in one transaction: without its own
 * request an unknown effect would fall under an earlier decision. A repeat finds the open request. Returns undefined if
 * the call has ended meanwhile. `requester` is the attempt that sent the call or a successor. A successor throws while
 * the first attempt can still send the call.
 */
export async function requestEffectConfirmation(
  db: Db,
  { call, args, run, request }: CallInRun,
  evidence: Message | string,
  verdict: PolicyVerdict,
  requester: 'sender' | 'successor',
): Promise<PendingApproval | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, run.id);
    const open = await trx
      .selectFrom('approval_requests')
      .select(['id', sql<number | null>`(extract(epoch from expires_at - now()) * 1000)::float8`.as('expires_ms')])
      .where('tool_call_id', '=', call.id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (open) return { requestId: open.id, expiresInMs: open.expires_ms ?? undefined };
    if (!(await markWaiting(trx, call.id, evidence, requester))) return undefined;
    const { attempts, sent_at } = (await findEffect(trx, call.id)) ?? { attempts: 1, sent_at: null };
    const opened = await insertRequest(trx, run, call.turn, {
      kind: 'confirm_effect',
      tool_call_id: call.id,
      tool_name: call.tool_name,
      tool_type: call.tool_type,
      tool_schema: request?.tool_schema ?? {},
      arguments: args,
      seal: request?.seal ?? '',
      effect: 'unknown',
      rule: {
        ...toMessageFields('question', approvalQuestions.question_confirm_effect),
        ...toMessageFields('evidence', evidence),
        attempts,
        sent_at,
      },
      on_reject: 'return_to_model',
      approvers: verdict.approvers,
      expiresInMs: verdict.expiresInMs,
      evidence,
    });
    await refreshWaiting(trx, run.id);
    return opened;
  });
}

/** A request about a call that has ended, with the run to wake. */
interface ObsoleteRequest {
  readonly request_id: string;
  readonly id: string;
  readonly restarts: number;
}

/**
 * Lists requests about calls that have ended meanwhile: an attempt that was given up got its response after all, so the
 * decision has no effect.
 */
export async function listObsoleteRequests(db: Db): Promise<ObsoleteRequest[]> {
  const { rows } = await sql<ObsoleteRequest>`
    select q.id as request_id, r.id, r.restarts
    from approval_requests q join tool_calls c on c.id = q.tool_call_id join agent_runs r on r.id = q.run_id
    where q.status = 'pending' and q.kind = 'confirm_effect' and c.status = 'done' and r.completed is null`.execute(db);
  return rows;
}

/** Cancels a request that {@link listObsoleteRequests} returned. */
export async function cancelObsoleteRequest(db: Db, { id, request_id }: ObsoleteRequest): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, id);
    await trx
      .updateTable('approval_requests')
      .set({ status: 'cancelled', decided_at: sql<Date>`now()` })
      .where('id', '=', request_id)
      .where('status', '=', 'pending')
      .execute();
    await refreshWaiting(trx, id);
  });
  await refreshCallers(db, id);
}

/** Marks the effect as unknown and its call as waiting. Returns false if the call has ended. */
async function markWaiting(
  trx: Executor,
  callId: string,
  evidence: Message | string,
  requester: 'sender' | 'successor',
): Promise<boolean> {
  const waiting = await trx
    .updateTable('tool_calls')
    .set({ status: 'waiting' })
    .where('id', '=', callId)
    .where('status', 'not in', ['done', 'cancelled'])
    .returning('id')
    .executeTakeFirst();
  if (!waiting) return false;
  const marked = await markUnknown(trx, callId, evidence, requester === 'sender' ? undefined : SEND_WINDOW_MS);
  if (!marked && (await findEffect(trx, callId))?.status === 'sent')
    throw new Error('an earlier attempt may still send the call; it is too early to ask');
  return true;
}
