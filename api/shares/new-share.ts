import { databaseNow } from '../../src/platform/clock.ts';
import { parseTimestamp } from '../../src/platform/dates.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, Problems } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { shareErrors } from '../../src/shares/errors.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import { shareProblems } from '../../src/shares/problems.ts';
import type { NewShare } from '../../src/shares/queries.ts';
import { generateShortId, isReserved } from '../../src/shares/rules.ts';
import { findVisibleRun } from '../../src/tasks/visible-run.ts';
import type { Caller } from '../caller.ts';

/** Body of a new share. */
export interface ShareBody {
  readonly custom_short_id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly expires_at?: string | null;
  readonly indexed?: boolean;
  readonly task_revision_id?: string | null;
  readonly task_agent_revision_id?: string | null;
  readonly task_run_id?: string | null;
}

/** Validates a new share. Throws if a rule is violated. */
export async function prepareShare(
  db: Executor,
  caller: Caller,
  kind: ShareKind,
  resource: { readonly id: string; readonly name: string },
  body: ShareBody,
): Promise<NewShare> {
  const { custom_short_id: custom } = body;
  if (custom !== undefined && isReserved(custom)) throw shareErrors.reserved(custom);
  const problems = new Problems();
  if (custom !== undefined && isId(custom))
    problems.add(errors.invalid('custom_short_id', shareProblems.short_id_is_uuid).problems);
  const field = kind.fields.revision as 'task_revision_id' | 'task_agent_revision_id';
  const named = body[field] ?? null;
  if (named !== null && !(await kind.hasRevision(db, resource.id, named)))
    problems.add(errors.invalid(field, shareProblems.unknown_shared_revision({ resource: kind.type })).problems);
  const { task_run_id: runId, expires_at: expiry } = body;
  const run = await problems.run(() => (runId ? getSharedRun(db, caller, resource.id, runId) : null));
  if (run && named !== null && run.task_revision_id !== named)
    problems.add(errors.invalid(field, shareProblems.shared_revision_not_of_run).problems);
  const expires_at = (await problems.run(() => (expiry ? parseExpiry(expiry) : null))) ?? null;
  problems.throwIfAny();
  return {
    org_id: caller.orgId,
    project_id: caller.projectId,
    kind: kind.type,
    resource_id: resource.id,
    revision_id: run?.task_revision_id ?? named,
    run_id: run?.id ?? null,
    short_id: custom ?? generateShortId(),
    title: body.title ?? resource.name,
    description: body.description ?? '',
    indexed: body.indexed ?? false,
    expires_at,
    created_by: caller.subject.type === 'user' ? caller.subject.id : null,
  };
}

async function getSharedRun(db: Executor, caller: Caller, taskId: string, id: string) {
  const run = await findVisibleRun(db, caller, taskId, id);
  if (!run) throw errors.invalid('task_run_id', shareProblems.unknown_shared_run);
  if (run.completed === null) throw errors.invalid('task_run_id', shareProblems.shared_run_not_ended);
  return run;
}

function parseExpiry(text: string): Date {
  const moment = parseTimestamp(text);
  if (moment === undefined) throw errors.invalid('expires_at', shareProblems.share_end_invalid);
  if (moment.getTime() <= databaseNow()) throw errors.invalid('expires_at', shareProblems.share_end_past);
  return moment;
}
