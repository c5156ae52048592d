import { expect } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import type { Operation } from '../../api/operation.ts';
import { listRolesWith, type Permission } from '../../src/access/permissions.ts';
import type { ApiResponse } from '../support/client.ts';
import { listSlots } from './fixture.ts';

/** Roles on the organization and on the project. */
export interface Subject {
  readonly org?: string;
  readonly project?: string;
}

/** Callers of operations, weakest first. */
export const SUBJECTS = {
  'somebody without a role': {},
  'a bare member of the organization': { org: 'member' },
  'a task creator of the project': { project: 'task_creator' },
  'a viewer of the project': { project: 'viewer' },
  'a viewer of the organization': { org: 'viewer' },
  'an editor of the project': { project: 'editor' },
  'an owner of the project': { project: 'owner' },
  'an editor of the organization': { org: 'editor' },
  'an owner of the organization': { org: 'owner' },
} as const satisfies Readonly<Record<string, Subject>>;

/** Operations that need a credential. */
export const GUARDED_OPERATIONS = OPERATIONS.filter((op) => op.auth.permission !== 'public');

/** Whether the permission table lets the subject call the operation. */
export function isAllowed(subject: Subject, op: Operation): boolean {
  if (op.auth.permission === 'authenticated') return true;
  const roles = listRolesWith(op.auth.permission as Permission);
  const onProject = listSlots(op).includes('project_id');
  return roles.some((role) => role === subject.org || (onProject && role === subject.project));
}

/** Expects a response that rejects the operation for a missing permission, for this user if given. */
export function expectPermissionError(answer: ApiResponse, op: Operation, userId?: string): void {
  expect(answer.status, `${op.id}: ${answer.text}`).toBe(403);
  expect(answer.body.detail.reason, op.id).toBe('PERMISSION_CHECK_FAILED');
  if (userId !== undefined)
    expect(answer.body.detail.permissionCheckFailedError.subject, op.id).toEqual({ type: 'user', id: userId });
}
