import { accessErrors } from '../../src/access/errors.ts';
import type { Caller } from '../caller.ts';

/** The row; where the project was deleted after the caller was let in, the refusal that a deleted one gets. */
export function assertProjectExists<R>(caller: Caller, row: R | undefined): R {
  if (row !== undefined) return row;
  throw accessErrors.permissionCheckFailed(caller.subject, { type: 'project', id: caller.projectId }, 'view');
}
