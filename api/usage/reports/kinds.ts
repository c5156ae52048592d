import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import type { RunKind } from '../../../src/runs/kind.ts';
import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import { agentWithDeleted } from '../../agents/parents.ts';
import type { Parent } from '../../path.ts';
import { taskIncludingDeleted } from '../../tasks/parents.ts';

/** How the reports on a kind of run differ; the paths are spelled out in test/guards/operations.txt. */
export interface ReportedResource {
  readonly run: RunKind;
  /** Name in schemas. */
  readonly title: string;
  /** What one is called. */
  readonly word: string;
  /** Where one is in paths, and where the project-wide reports are. */
  readonly stem: string;
  readonly wide: { readonly stem: string; readonly id: string };
  /** Parameter and field that names one, and field of its revisions. */
  readonly param: string;
  readonly revision: string;
  readonly ever: Parent;
  /** Whether its runs have reporting groups. */
  readonly grouped: boolean;
  /** What the timing report measures. */
  readonly timed: string;
}

export const TASKS: ReportedResource = {
  run: taskRunKind,
  title: 'Task',
  word: 'a task',
  stem: 'task',
  wide: { stem: 'task_run', id: 'task_run' },
  param: 'task_id',
  revision: 'task_revision_id',
  ever: taskIncludingDeleted,
  grouped: true,
  timed: 'the time that models take to respond',
};

export const AGENTS: ReportedResource = {
  run: agentRunKind,
  title: 'TaskAgent',
  word: 'an agent',
  stem: 'task-agent',
  wide: { stem: 'task-agent', id: 'task_agent_run' },
  param: 'task_agent_id',
  revision: 'task_agent_revision_id',
  ever: agentWithDeleted,
  grouped: false,
  timed: 'the time from the creation of a run to its end, including waits',
};
