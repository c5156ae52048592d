import { accessErrors } from '../../src/access/errors.ts';
import { rolesOn } from '../../src/access/permissions.ts';
import type { SubjectRef } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { type RunSeen, seesRun } from '../../src/runs/visibility.ts';
import type { Caller } from './access.ts';

/** Refuses a caller who does not see a run of the task or agent in the path: its setting says who does, and who started it. */
export function checkRunSeen(caller: Caller, kind: RunKind, parentId: string, run: RunSeen): void {
  const { type } = kind.parent;
  if (seesRun(kind, rolesOn(caller.holdings, type), caller.subject, run)) return;
  throw runsNotSeen(caller, { type, id: parentId });
}

/** The refusal of a caller to whom a run of a task or an agent is not shown. */
export function runsNotSeen(caller: Caller, resource: SubjectRef): Error {
  return accessErrors.permissionCheckFailed(caller.subject, resource, 'view_runs');
}
