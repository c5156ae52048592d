import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import type { RunKind } from '../../../src/runs/kind.ts';
import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import { agentWithDeleted } from '../../agents/parents.ts';
import type { Parent } from '../../path.ts';
import { taskIncludingDeleted } from '../../tasks/parents.ts';

/** Differences between the reports of tasks and agents. test/guards/operations.txt lists the paths. */
export interface ReportedResource {
  readonly run: RunKind;
  /** Prefix of schema names. */
  readonly title: string;
  /** Noun for one resource. */
  readonly noun: string;
  /** Path segments of one resource, and of project-wide reports. */
  readonly stem: string;
  readonly wide: { readonly stem: string; readonly id: string };
  /** Path parameter and field of a resource, and field of its revision. */
  readonly param: string;
  readonly revision: string;
  readonly anyParent: Parent;
  /** Whether its runs have reporting groups. */
  readonly grouped: boolean;
  /** Duration that the timing report measures. */
  readonly timed: string;
}

export const TASKS: ReportedResource = {
  run: taskRunKind,
  title: 'Task',
  noun: 'a task',
  stem: 'task',
  wide: { stem: 'task_run', id: 'task_run' },
  param: 'task_id',
  revision: 'task_revision_id',
  anyParent: taskIncludingDeleted,
  grouped: true,
  timed: 'the time that models take to respond',
};

export const AGENTS: ReportedResource = {
  run: agentRunKind,
  title: 'TaskAgent',
  noun: 'an agent',
  stem: 'task-agent',
  wide: { stem: 'task-agent', id: 'task_agent_run' },
  param: 'task_agent_id',
  revision: 'task_agent_revision_id',
  anyParent: agentWithDeleted,
  grouped: false,
  timed: 'the time from the creation of a run to its end, including waits',
};
