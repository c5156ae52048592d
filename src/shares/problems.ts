import { defineProblems } from '../platform/messages.ts';

/** Problems of shares. */
export const shareProblems = defineProblems({
  short_id_is_uuid: 'must not be a UUID',
  unknown_shared_revision: {
    type: 'unknown_resource',
    msg: 'must be a revision of this {resource, select, task {task} other {agent}}',
  },
  shared_revision_not_of_run: 'must be the revision of the run, or be omitted',
  unknown_shared_run: { type: 'unknown_resource', msg: 'must be the ID of a run of this task' },
  shared_run_not_ended: 'must be a run that has ended',
  share_end_invalid: 'must be a time that exists',
  share_end_past: 'must be in the future',
});
