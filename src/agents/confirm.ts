import { type Db, jsonOrNull } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { argumentsDigest } from './approvals.ts';
import { type CallInRun, effectiveArguments, lockRun, refreshWaiting } from './calls.ts';
import type { PendingApproval } from './contract.ts';
import { appendEvents } from './events.ts';
import { DEFAULT_APPROVERS } from './policy.ts';

/** Asks a person whether a call that broke off took effect, and parks the run where nothing else moves. Repeats find the open question. */
export async function askWhetherItHappened(
  db: Db,
  { call, run, request }: CallInRun,
  evidence: string,
): Promise<PendingApproval> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, run.id);
    const open = await trx
      .selectFrom('approval_requests')
      .select('id')
      .where('tool_call_id', '=', call.id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (open) return { requestId: open.id };
    const args = effectiveArguments(call);
    const id = newId();
    await trx
      .insertInto('approval_requests')
      .values({
        id,
        org_id: run.org_id,
        project_id: run.project_id,
        agent_id: run.agent_id,
        run_id: run.id,
        session_id: run.session_id,
        tool_call_id: call.id,
        kind: 'confirm_effect',
        tool_name: call.tool_name,
        tool_type: call.tool_type,
        tool_schema: jsonOrNull(request?.tool_schema ?? {}),
        arguments: jsonOrNull(args),
        arguments_digest: argumentsDigest(args),
        seal: request?.seal ?? '',
        effect: 'unknown',
        rule: jsonOrNull({ question: 'Did this call take effect?', evidence }),
        on_reject: 'return_to_model',
        approvers: [...(request?.approvers ?? DEFAULT_APPROVERS)],
        approvals_needed: 1,
        requested_by_type: run.created_by_type,
        requested_by: run.created_by,
        status: 'pending',
      })
      .execute();
    await trx.updateTable('tool_calls').set({ status: 'waiting' }).where('id', '=', call.id).execute();
    const shown = { tool_call_id: call.id, tool_name: call.tool_name, tool_type: call.tool_type, arguments: args };
    const payload = { approval_request_id: id, kind: 'confirm_effect', evidence, ...shown, expires_at: null };
    await appendEvents(trx, run.id, [{ kind: 'approval_required', turn: call.turn, payload }]);
    await refreshWaiting(trx, run.id);
    return { requestId: id };
  });
}
