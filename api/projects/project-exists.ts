import { accessErrors } from '../../src/access/errors.ts';
import type { Caller } from '../caller.ts';

/** Returns the row. Throws the 404 of a missing project if it was deleted after authorization. */
export function assertProjectExists<R>(caller: Caller, row: R | undefined): R {
  if (row !== undefined) return row;
  throw accessErrors.permissionCheckFailed(caller.subject, { type: 'project', id: caller.projectId }, 'view');
}
