import { EDITORS, MEMBER_PERMISSIONS, OWNERS, type SecurableKind, VIEWERS } from '../roles.ts';

/** Permissions on agents. */
export const AGENT_SECURABLES = {
  task_agent: {
    param: 'task_agent_id',
    named: { table: 'agents', name: 'name' },
    permissions: {
      view: VIEWERS,
      ...MEMBER_PERMISSIONS,
      run: EDITORS,
      give_feedback: VIEWERS,
      edit: EDITORS,
      delete: EDITORS,
      override_release_gate: OWNERS,
      decide: VIEWERS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
