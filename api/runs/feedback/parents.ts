import { findFeedback } from '../../../src/runs/feedback/queries.ts';
import { parent } from '../../path.ts';

export const FEEDBACK_PARENTS = {
  /** Whoever sees the run sees what is said of it. */
  feedback_id: parent({
    description: 'Feedback on the run',
    field: 'feedback',
    load: (db, { id, above }) => findFeedback(db, above, id),
  }),
};
