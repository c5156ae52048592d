import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on skills of a project. */
export const SKILL_SECURABLES = {
  skill: {
    param: 'skill_id',
    named: { table: 'skills', name: 'display_name' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS, delete: EDITORS },
  },
} as const satisfies Record<string, SecurableKind>;
