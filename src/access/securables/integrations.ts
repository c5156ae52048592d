import { EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on integrations of a project. `use` allows connecting agents to one. */
export const INTEGRATION_SECURABLES = {
  integration: {
    param: 'integration_id',
    named: { table: 'integrations', name: 'name' },
    permissions: { view: VIEWERS, ...MEMBER_PERMISSIONS, edit: EDITORS, delete: EDITORS, use: EDITORS },
  },
} as const satisfies Record<string, SecurableKind>;
