/** Resources that the MCP server exposes as tools, each with its kind of runs. */

import type { Permission } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import { PARKED_STATUSES } from '../agents/contract.ts';
import { findRunnableAgent } from '../agents/queries.ts';
import { acceptAgentRun } from '../agents/runs/accept.ts';
import { type AgentRunDetail, findAgentRun } from '../agents/runs/queries.ts';
import { agentRunKind } from '../agents/runs/run-kind.ts';
import { listCallsOfTaskRun } from '../agents/runs/task-run.ts';
import type { FileRecord } from '../files/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import type { Accepted, ModelAcceptContext, RunRequest } from '../runs/accept.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunKind } from '../runs/kind.ts';
import { getWaitingFor } from '../runs/record-fields.ts';
import type { RunVisibility } from '../runs/visibility.ts';
import { acceptTaskRun } from '../tasks/accept.ts';
import { taskRunKind } from '../tasks/run-kind.ts';
import { findRunnableTask } from '../tasks/runnable.ts';
import { findTaskRun, type TaskRunRow } from '../tasks/runs.ts';

export type TargetType = 'task' | 'task_agent';

/** Arguments of a call that match the tool's schema. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** A run as the MCP server shows it. */
export interface RunView extends RunVisibility {
  readonly id: string;
  readonly projectId: string;
  /** Type and ID of the resource that was run. */
  readonly type: TargetType;
  readonly targetId: string;
  readonly status: string;
  readonly isCompleted: boolean;
  /** Whether it waits for a person. */
  readonly isParked: boolean;
  readonly error: RunError | null;
  readonly created: Date;
  /** Time of the last change that is recorded: its end, its start or its creation. */
  readonly changed: Date;
  /** Number of workflow executions before the current one. */
  readonly restarts: number;
  readonly output: unknown;
  /** Session of an agent run. */
  readonly sessionId?: string;
  /** Files that the run created. */
  readonly files: readonly FileRecord[];
  /** Why it does not move; null if it does. */
  readonly waitingFor: string | null;
  /** Pending approval requests. */
  readonly requests: readonly { readonly id: string; readonly toolName: string }[];
}

/** A kind of resources that are tools. */
interface TargetKind {
  readonly run: RunKind;
  /** Permission to call it. The starter of a run also sees the run with this scope. */
  readonly permission: Permission;
  readonly viewPermission: Permission;
  /** Accepts a run for the principal of the request. Throws if the target is missing or the arguments are invalid. */
  accept(ctx: ModelAcceptContext, targetId: string, request: RunRequest, args: CallArguments): Promise<Accepted>;
  /** Reads a run. Undefined if it does not exist. */
  read(db: Executor, id: string): Promise<RunView | undefined>;
}

/** Kinds of resources that the MCP server of a project offers as tools. */
export const TARGETS: Readonly<Record<TargetType, TargetKind>> = {
  task: {
    run: taskRunKind,
    permission: 'task:run',
    viewPermission: 'task:view',
    async accept(ctx, id, request, args) {
      const task = orNotFound(await findRunnableTask(ctx.db, request.principal.projectId, id), 'task', id);
      return acceptTaskRun(ctx, task, {
        ...request,
        input: { ...args },
        revisionId: undefined,
        revisionTag: undefined,
        useFallbackModel: false,
        reference: null,
        files: async () => [],
      });
    },
    async read(db, id) {
      const run = await findTaskRun(db, id);
      return run && toTaskView(db, run);
    },
  },
  task_agent: {
    run: agentRunKind,
    permission: 'task_agent:run',
    viewPermission: 'task_agent:view',
    async accept(ctx, id, request, args) {
      const agent = orNotFound(await findRunnableAgent(ctx.db, request.principal.projectId, id), 'task_agent', id);
      const { message, session_id } = args as { readonly message: string; readonly session_id?: string };
      return acceptAgentRun(ctx, agent, {
        ...request,
        message,
        sessionId: session_id?.toLowerCase(),
        revisionId: undefined,
      });
    },
    async read(db, id) {
      const run = await findAgentRun(db, undefined, id);
      return run && toAgentView(run);
    },
  },
};

/** Finds a run of the principal's project, without a permission check. */
export async function findRunView(db: Executor, { projectId }: Principal, id: string): Promise<RunView | undefined> {
  for (const { read } of Object.values(TARGETS)) {
    const run = await read(db, id);
    if (run) return run.projectId === projectId ? run : undefined;
  }
  return undefined;
}

async function toTaskView(db: Executor, run: TaskRunRow): Promise<RunView> {
  const isParked = run.status === 'waiting_for_human';
  const requests = isParked ? (await listCallsOfTaskRun(db, run.id)).approval_requests : [];
  return { ...toCommonView(run, requests), type: 'task', targetId: run.task_id, isParked, output: run.response };
}

function toAgentView(run: AgentRunDetail): RunView {
  return {
    ...toCommonView(run, run.approval_requests),
    type: 'task_agent',
    targetId: run.agent_id,
    isParked: PARKED_STATUSES.includes(run.status),
    output: run.formatted_output ?? run.output,
    sessionId: run.session_id,
  };
}

function toCommonView(
  run: TaskRunRow | AgentRunDetail,
  requests: readonly { readonly id: string; readonly status: string; readonly tool_name: string }[],
) {
  return {
    id: run.id,
    projectId: run.project_id,
    status: run.status,
    isCompleted: run.completed !== null,
    created: run.created,
    changed: run.completed ?? run.started ?? run.created,
    restarts: run.restarts,
    error: run.error,
    files: run.files.filter(({ made }) => made),
    waitingFor: getWaitingFor(run)?.detail ?? null,
    requests: requests
      .filter(({ status }) => status === 'pending')
      .map(({ id, tool_name: toolName }) => ({ id, toolName })),
    visibility: run.visibility,
    created_by_type: run.created_by_type,
    created_by: run.created_by,
  };
}
