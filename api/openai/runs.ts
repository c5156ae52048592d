import { findAgentRevision } from '../../src/agents/queries.ts';
import { type AgentRunDetail, findAgentRun } from '../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { getWaitingFor } from '../../src/runs/record-fields.ts';
import type { RunResponse } from '../../src/runs/responses/queries.ts';
import { findTaskRevision } from '../../src/tasks/queries.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunRow } from '../../src/tasks/runs.ts';
import { createReader as createAgentReader, NO_KNOWN_PAUSE } from '../agents/runs/follow.ts';
import type { ApiContext } from '../context.ts';
import type { StreamMessage } from '../plugins/sse.ts';
import { createReader as createTaskReader, STREAM_START } from '../tasks/stream.ts';
import { AnswerReader, type PendingApproval } from './answer.ts';
import { OpenAiError } from './errors.ts';
import type { RunnableModel } from './models.ts';

/** Run of an agent or a task, with the settings of its model calls. */
export type ModelRun = (AgentRunDetail | TaskRunRow) & { readonly llm_config: Readonly<Record<string, unknown>> };

/** Kind and ID of the run of a response. */
export interface RunRef {
  readonly kind: 'agent' | 'task';
  readonly id: string;
}

/** Returns the ID of the task or agent that serves as the model. */
export function getModelId(model: RunnableModel): string {
  return model.kind === 'agent' ? model.agent.id : model.task.id;
}

/** Returns the run of a stored response. */
export function getRunRef({
  agent_run_id: agentRunId,
  task_run_id: taskRunId,
}: Pick<RunResponse, 'agent_run_id' | 'task_run_id'>): RunRef {
  return agentRunId === null ? { kind: 'task', id: taskRunId ?? '' } : { kind: 'agent', id: agentRunId };
}

/** Returns the kind of a run. */
export function getRunKind({ kind }: Pick<RunRef, 'kind'>): RunKind {
  return kind === 'agent' ? agentRunKind : taskRunKind;
}

/** Finds a run of either kind by ID, without a permission check. */
export async function findRun(db: Executor, { kind, id }: RunRef): Promise<ModelRun | undefined> {
  const run = kind === 'agent' ? await findAgentRun(db, undefined, id) : await findTaskRun(db, id);
  return run && { ...run, llm_config: (await findRevision(db, run))?.llm_config ?? {} };
}

/** Finds the revision of a run. Revisions are cached. */
function findRevision(db: Executor, run: AgentRunDetail | TaskRunRow) {
  return 'task_id' in run ? findTaskRevision(db, run.task_revision_id) : findAgentRevision(db, run.agent_revision_id);
}

/** Whether a run has ended or waits for a person. */
export function isSettled(ref: RunRef, run: Pick<ModelRun, 'completed' | 'status'>): boolean {
  return run.completed !== null || getRunKind(ref).parked.includes(run.status);
}

/** Reader of the answer of a run after an event. */
export async function createAnswerReader(
  { db }: ApiContext,
  run: ModelRun,
  { afterSeq, isReplay = false }: { readonly afterSeq: number; readonly isReplay?: boolean },
): Promise<AnswerReader> {
  const isTask = 'task_id' in run;
  const onlyOutput = isTask
    ? (await findTaskRevision(db, run.task_revision_id))?.output_modality !== 'text'
    : ((await findAgentRevision(db, run.agent_revision_id))?.task_tools ?? []).some((tool) => tool.is_output_formatter);
  return new AnswerReader({ after: afterSeq, onlyOutput, isTask, isReplay });
}

/** Returns a function that reads the next events of a run at each call. */
export function createEventReader(ctx: ApiContext, { kind, id }: RunRef, { deltas }: { readonly deltas: boolean }) {
  return kind === 'agent'
    ? createAgentReader(ctx, id, { after: 0, deltas, knownPause: NO_KNOWN_PAUSE })
    : createTaskReader(ctx, id, { received: STREAM_START, follow: false });
}

/** Point at which an answer ended because the run waited. */
interface Pause {
  /** Number of the run's last event before it. */
  readonly seq: number;
  /** Text that the answer contains then. */
  readonly mark: string;
}

/** Answer of a run up to now. */
export interface Answer {
  readonly run: ModelRun;
  readonly parts: readonly string[];
  readonly pending: readonly PendingApproval[];
  readonly pauses: readonly Pause[];
}

/** Reads the answer that a response shows. Throws a 404 if the run is gone. */
export function readAnswer(ctx: ApiContext, response: RunResponse): Promise<Answer> {
  return readAnswerAfter(ctx, getRunRef(response), response.after_seq);
}

/** Reads the answer of a run after an event. Throws a 404 if the run is gone. */
export async function readAnswerAfter(ctx: ApiContext, ref: RunRef, afterSeq: number): Promise<Answer> {
  const readRun = async () => orNotFound(await findRun(ctx.db, ref), getRunKind(ref).resource, ref.id);
  const reader = await createAnswerReader(ctx, await readRun(), { afterSeq });
  const readNext = createEventReader(ctx, ref, { deltas: false });
  const pauses: Pause[] = [{ seq: afterSeq, mark: toRunUrl(ctx, ref.id) }];
  for (;;) {
    const progress = await readNext();
    for (const message of progress?.events ?? []) {
      reader.read(message);
      pauses.push(...toPause(message, afterSeq));
    }
    if (progress?.more) continue;
    const run = await readRun();
    // A run that has settled since its events were read has more of them.
    if (progress?.over || !isSettled(ref, run)) return { run, parts: reader.parts, pending: reader.pending, pauses };
  }
}

/** Reads the answer of a run that has just settled. A completed task run has it, so that no query is needed. */
export async function readSettledAnswer(
  ctx: ApiContext,
  ref: RunRef,
  afterSeq: number,
  run: ModelRun,
): Promise<Answer> {
  if (!('task_id' in run) || run.completed === null) return readAnswerAfter(ctx, ref, afterSeq);
  const reader = await createAnswerReader(ctx, run, { afterSeq });
  reader.read({ event: 'done', data: { status: run.status, output: run.response } });
  return { run, parts: reader.parts, pending: [], pauses: [] };
}

function toPause({ id, event, data }: StreamMessage, afterSeq: number): Pause[] {
  if (event !== 'approval_required') return [];
  const { approval_request_id: mark } = data as { readonly approval_request_id: string };
  return [{ seq: Math.max(afterSeq, typeof id === 'number' ? id : 0), mark }];
}

/** URL of a run's page. */
function toRunUrl({ config }: Pick<ApiContext, 'config'>, id: string): string {
  return `${config.publicUrl}/runs/${id}`;
}

/** Text about what a waiting run needs, in place of the rest of the answer. */
export function toWaitNotice(
  ctx: Pick<ApiContext, 'config'>,
  run: ModelRun,
  pending: readonly PendingApproval[],
): string {
  const after = 'Then send another message to get the answer. Its text is not passed on.';
  if (pending.length === 0) {
    const detail = getWaitingFor(run)?.detail ?? 'the run is paused';
    return `The run waits: ${detail}\n\n${toRunUrl(ctx, run.id)}\n\n${after}`;
  }
  const lines = pending.map(
    ({ id, name, arguments: args }) => `- ${name} ${JSON.stringify(args)}\n  ${ctx.config.publicUrl}/approvals/${id}`,
  );
  return ['A person must decide before this goes on:', lines.join('\n'), after].join('\n\n');
}

/** Error of a run that failed or was cancelled; undefined for other runs. A repeat would start another run. */
export function toRunFailure({ status, error }: ModelRun): OpenAiError | undefined {
  if (status === 'cancelled') return new OpenAiError(409, 'run_cancelled', 'The run was cancelled.', { isFinal: true });
  if (status !== 'failed') return undefined;
  const code = error?.reason.toLowerCase() ?? 'run_failed';
  return new OpenAiError(502, code, error?.message ?? 'The run failed.', { isFinal: true });
}
