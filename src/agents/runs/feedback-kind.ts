import type { FeedbackKind } from '../../runs/feedback/kinds.ts';
import { agentRunKind } from './run-kind.ts';

/** Feedback on runs of agents. */
export const agentFeedback: FeedbackKind = {
  run: agentRunKind,
  column: 'agent_run_id',
  revision: 'agent_revision_id',
  fields: { run: 'task_agent_run_id', parent: 'task_agent_id', revision: 'task_agent_revision_id' },
};
