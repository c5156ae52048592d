import type { Permission } from '../access/contract.ts';
import { findRunnableAgent } from '../agents/queries.ts';
import { storeAgentRun } from '../agents/runs/accept.ts';
import { agentRunKind } from '../agents/runs/run-kind.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors, orNotFound } from '../platform/errors.ts';
import type { ModelAcceptContext, RunRequest, Stored } from '../runs/accept.ts';
import type { RunKind } from '../runs/kind.ts';
import { getStarterPrincipal } from '../runs/starter.ts';
import { storeTaskRun } from '../tasks/accept.ts';
import { taskRunKind } from '../tasks/run-kind.ts';
import { findRunnableTask } from '../tasks/runnable.ts';
import type { TargetType } from './contract.ts';
import { triggerProblems } from './problems.ts';
import type { TriggerRow } from './queries.ts';

/** Input of a target: the input of a task, or an agent's `message`. */
export type TargetInput = Readonly<Record<string, unknown>>;

/** A kind of trigger targets. */
interface TargetKind {
  readonly run: RunKind;
  /** Permission on the target that the creator of a trigger must keep. */
  readonly permission: Permission;
  /** Stores a run of the target. Throws if it is missing or the input is invalid. */
  store(
    ctx: ModelAcceptContext,
    trx: Executor,
    trigger: TriggerRow,
    order: RunRequest,
    input: TargetInput,
  ): Promise<Stored>;
}

/** Maximum characters of a message, as in the API. */
const MAX_MESSAGE_LENGTH = 1_000_000;

export const TARGETS: Readonly<Record<TargetType, TargetKind>> = {
  task: {
    run: taskRunKind,
    permission: 'task:run',
    async store(ctx, trx, { project_id, target_id }, order, input) {
      const task = orNotFound(await findRunnableTask(trx, project_id, target_id), 'task', target_id);
      const files = async () => [];
      const withoutFiles = {
        revisionId: undefined,
        revisionTag: undefined,
        useFallbackModel: false,
        reference: null,
        files,
      };
      return storeTaskRun(ctx, trx, task, { ...order, ...withoutFiles, input });
    },
  },
  task_agent: {
    run: agentRunKind,
    permission: 'task_agent:run',
    async store(ctx, trx, trigger, order, input) {
      const { project_id, target_id, task_agent_revision_id } = trigger;
      const agent = orNotFound(await findRunnableAgent(trx, project_id, target_id), 'task_agent', target_id);
      const message = getMessage(input);
      const revisionId = task_agent_revision_id ?? undefined;
      // An inactive revision requires the permissions of the trigger's creator.
      const principal = revisionId === undefined ? order.principal : await getStarterPrincipal(trx, trigger);
      return storeAgentRun(ctx, trx, agent, {
        ...order,
        principal: principal,
        message,
        sessionId: undefined,
        revisionId,
      });
    },
  },
};

/** Returns the message of an agent's input. Throws a 422 if there is none. */
function getMessage({ message }: TargetInput): string {
  if (typeof message !== 'string' || message === '')
    throw errors.invalid('message', triggerProblems.agent_message_missing);
  if (message.length > MAX_MESSAGE_LENGTH)
    throw errors.invalid('message', triggerProblems.agent_message_too_long({ limit: MAX_MESSAGE_LENGTH }));
  return message;
}
