import { CREATORS, EDITORS, MEMBER_PERMISSIONS, type SecurableKind, VIEWERS_AND_CREATORS } from '../access/roles.ts';

/** Who may do what with tasks. */
export const TASK_SECURABLES = {
  task: {
    param: 'task_id',
    permissions: {
      view: VIEWERS_AND_CREATORS,
      ...MEMBER_PERMISSIONS,
      run: CREATORS,
      edit: EDITORS,
      delete: EDITORS,
    },
  },
} as const satisfies Record<string, SecurableKind>;
