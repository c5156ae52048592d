import { findFeedback } from '../../../src/runs/feedback/queries.ts';
import { parent } from '../../path.ts';

export const FEEDBACK_PARENTS = {
  /** Feedback is visible to callers who see its run. */
  feedback_id: parent({
    description: 'Feedback on the run',
    field: 'feedback',
    load: (db, { id, above }) => findFeedback(db, above, id),
  }),
};
