import { databaseNow } from '../../src/platform/clock.ts';
import { momentOf } from '../../src/platform/dates.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, Problems } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { shareErrors } from '../../src/shares/errors.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import type { NewShare } from '../../src/shares/queries.ts';
import { isReserved, randomShortId } from '../../src/shares/rules.ts';
import { findVisibleRun } from '../../src/tasks/visible-run.ts';
import type { Caller } from '../caller.ts';

/** What a body says of a new share. */
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

/** A share as a body asks for it. Throws where a rule is broken. */
export async function newShare(
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
    problems.add(errors.invalid('custom_short_id', 'is an identifier of something').problems);
  const field = kind.fields.revision as 'task_revision_id' | 'task_agent_revision_id';
  const named = body[field] ?? null;
  if (named !== null && !(await kind.hasRevision(db, resource.id, named)))
    problems.add(errors.invalid(field, 'is not a revision of it', 'unknown_resource').problems);
  const { task_run_id: runId, expires_at: expiry } = body;
  const run = await problems.of(() => (runId ? runToShow(db, caller, resource.id, runId) : null));
  if (run && named !== null && run.task_revision_id !== named)
    problems.add(errors.invalid(field, 'is not the revision that the run took').problems);
  const expires_at = (await problems.of(() => (expiry ? expiryOf(expiry) : null))) ?? null;
  problems.refuse();
  return {
    org_id: caller.orgId,
    project_id: caller.projectId,
    kind: kind.type,
    resource_id: resource.id,
    revision_id: run?.task_revision_id ?? named,
    run_id: run?.id ?? null,
    short_id: custom ?? randomShortId(),
    title: body.title ?? resource.name,
    description: body.description ?? '',
    indexed: body.indexed ?? false,
    expires_at,
    created_by: caller.subject.type === 'user' ? caller.subject.id : null,
  };
}

async function runToShow(db: Executor, caller: Caller, taskId: string, id: string) {
  const run = await findVisibleRun(db, caller, taskId, id);
  if (!run) throw errors.invalid('task_run_id', 'is not a run of this task', 'unknown_resource');
  if (run.completed === null) throw errors.invalid('task_run_id', 'has not ended yet');
  return run;
}

function expiryOf(text: string): Date {
  const moment = momentOf(text);
  if (moment === undefined) throw errors.invalid('expires_at', 'is not a date that exists');
  if (moment.getTime() <= databaseNow()) throw errors.invalid('expires_at', 'must be in the future');
  return moment;
}
