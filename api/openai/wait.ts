import { orNotFound } from '../../src/platform/errors.ts';
import type { StreamMessage } from '../plugins/sse.ts';
import { awaitRuns, watchRuns } from '../plugins/waiting.ts';
import { followRun, type Progress } from '../runs/follow.ts';
import type { AnswerStep } from './answer.ts';
import type { StartedResponse } from './begin.ts';
import { OpenAiError, toOpenAiBody } from './errors.ts';
import type { ResponseRequest } from './request.ts';
import {
  type Answer,
  createAnswerReader,
  createEventReader,
  findRun,
  getRunKind,
  isSettled,
  type ModelRun,
  readSettledAnswer,
  toRunFailure,
} from './runs.ts';

/** Maximum time for which a request waits, the default timeout of the SDKs. */
const MAX_WAIT_MS = 600_000;

/** Waits until the run has ended or waits for a person, and returns its answer. Throws a 504 after ten minutes. */
export async function awaitAnswer(
  { ctx, request, reply }: ResponseRequest,
  { run: ref, afterSeq, start }: StartedResponse,
): Promise<Answer> {
  const kind = getRunKind(ref);
  using watch = watchRuns(ctx, kind, [ref.id]);
  const run = await awaitRuns<ModelRun>(ctx, {
    watch,
    run: await start(),
    resource: kind.resource,
    id: ref.id,
    request,
    reply,
    read: () => findRun(ctx.db, ref),
    isDone: (row) => isSettled(ref, row),
    preference: { async: false, waitMs: MAX_WAIT_MS },
  });
  reply.code(200).header(getRunHeader(ref.kind), ref.id);
  if (!isSettled(ref, run))
    throw new OpenAiError(
      504,
      'run_in_progress',
      `The run ${ref.id} goes on. A repeat with the same Idempotency-Key waits for it.`,
      {
        isFinal: request.idempotency === undefined && request.earlierRun === undefined,
      },
    );
  return readSettledAnswer(ctx, ref, afterSeq, run);
}

const getRunHeader = (kind: 'agent' | 'task') => (kind === 'agent' ? 'x-task-agent-run-id' : 'x-task-run-id');

/** Messages of a stream, by what happens. */
export interface StreamFormat {
  readonly open: (run: ModelRun) => readonly StreamMessage[];
  readonly step: (step: AnswerStep) => readonly StreamMessage[];
  readonly end: (answer: Omit<Answer, 'pauses'>) => readonly StreamMessage[];
  /** Messages of a failure. The argument has OpenAI's form. */
  readonly fail: (error: ReturnType<typeof toOpenAiBody>, answer: Omit<Answer, 'pauses'>) => readonly StreamMessage[];
}

/** Response to stream. */
type FollowedResponse = Pick<StartedResponse, 'run' | 'afterSeq' | 'start'> & {
  /** Whether the reader has none of its events yet. */
  readonly isReplay?: boolean;
};

/** Streams the answer of a run until it has ended or waits for a person. */
export async function streamAnswer(
  { ctx, reply }: Pick<ResponseRequest, 'ctx' | 'reply'>,
  { run: ref, afterSeq, start, isReplay }: FollowedResponse,
  format: StreamFormat,
): Promise<void> {
  const kind = getRunKind(ref);
  await start();
  const readRun = async () => orNotFound(await findRun(ctx.db, ref), kind.resource, ref.id);
  const begun = await readRun();
  const reader = await createAnswerReader(ctx, begun, { afterSeq, isReplay });
  const readEvents = createEventReader(ctx, ref, { deltas: true });
  let isOpen = false;
  const readNext = async (): Promise<Progress | undefined> => {
    const progress = await readEvents();
    if (progress === undefined) return undefined;
    const opening = isOpen ? [] : format.open(begun);
    isOpen = true;
    const read = progress.events.flatMap((event) => reader.read(event));
    const steps = progress.more ? read : [...read, ...reader.endReplay()];
    const events = [...opening, ...steps.flatMap((step) => format.step(step))];
    const isVoid = steps.some(({ type }) => type === 'void');
    if (!isVoid && (progress.more || !progress.over)) return { ...progress, events };
    const answer = { run: await readRun(), parts: reader.parts, pending: reader.pending };
    const failure = isVoid ? toVoidError(ref.id) : toRunFailure(answer.run);
    const last =
      failure === undefined ? format.end(answer) : format.fail(toOpenAiBody(failure.status, failure), answer);
    return { events: [...events, ...last], more: false, over: true };
  };
  await followRun(ctx, reply, { kind, id: ref.id, headers: { [getRunHeader(ref.kind)]: ref.id }, readNext });
}

/** A model call that broke off was repeated with other text. Sent text cannot be taken back. */
function toVoidError(id: string): OpenAiError {
  return new OpenAiError(
    502,
    'answer_restarted',
    `The model call broke off and was repeated with another text. The run ${id} has the answer; a repeat with the same Idempotency-Key returns it.`,
    { isFinal: true },
  );
}
