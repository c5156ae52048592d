import {
  CREATORS,
  EDITORS,
  MEMBER_PERMISSIONS,
  OWNERS,
  PUBLIC_ROLE,
  type SecurableKind,
  VIEWERS_AND_CREATORS,
} from '../roles.ts';

/** Permissions on tasks. */
export const TASK_SECURABLES = {
  task: {
    param: 'task_id',
    named: { table: 'tasks', name: 'name' },
    permissions: {
      view: [...VIEWERS_AND_CREATORS, PUBLIC_ROLE],
      ...MEMBER_PERMISSIONS,
      run: [...CREATORS, PUBLIC_ROLE],
      give_feedback: [...VIEWERS_AND_CREATORS, PUBLIC_ROLE],
      edit: EDITORS,
      delete: EDITORS,
      override_release_gate: OWNERS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
