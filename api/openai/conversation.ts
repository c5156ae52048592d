import { findSessionEndingWith } from '../../src/agents/sessions.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { listResponsesTo } from '../../src/runs/responses/queries.ts';
import { assertRunVisible } from '../../src/runs/visibility.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { openAiErrors } from './errors.ts';
import { type Message, TURN_SEPARATOR } from './messages.ts';
import type { RunnableModel } from './models.ts';
import { getModelId, getRunKind, readAnswer } from './runs.ts';

/** Session that a new run continues. */
interface ContinuedSession {
  readonly id: string;
  readonly revisionId: string;
  /** Run that must be the session's newest. */
  readonly lastRunId: string;
}

/** How a request gets its answer: by a new run, or by an earlier run that waited. */
export type Plan =
  | {
      readonly kind: 'start';
      readonly messages: readonly Message[];
      readonly session?: ContinuedSession;
    }
  | { readonly kind: 'follow'; readonly runId: string; readonly afterSeq: number };

/** Conversation of a request. */
interface Conversation {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly model: RunnableModel;
  readonly messages: readonly Message[];
  /** Name of the parameter with the messages. */
  readonly param: string;
  readonly digest: (messages: readonly Message[]) => Buffer;
}

/**
 * Decides how a conversation goes on. If an earlier response answered exactly the same conversation with the last
 * answer in it, its session continues, or its run is followed if it waited. Otherwise a new run gets the whole
 * conversation as its message. Throws a 400 unless the last message is the user's.
 */
export async function planConversation(conversation: Conversation): Promise<Plan> {
  const { messages, param } = conversation;
  const answerAt = messages.findLastIndex(({ role }) => role === 'assistant');
  const added = messages.slice(answerAt + 1);
  const earlier = answerAt < 0 ? undefined : await findEarlierResponse(conversation, answerAt);
  if (earlier?.kind === 'follow') return earlier;
  const last = messages.at(-1);
  if (last?.role !== 'user')
    throw openAiErrors.invalid(
      `${param}[${messages.length - 1}]`,
      `the last of ${param} must be a message of the user`,
    );
  const isPlain = added.every(({ role }) => role === 'user');
  if (earlier !== undefined && isPlain) return { ...earlier, messages: added };
  return { kind: 'start', messages };
}

async function findEarlierResponse(
  { ctx, caller, model, messages, digest }: Conversation,
  answerAt: number,
): Promise<Plan | undefined> {
  const answer = messages[answerAt]?.text ?? '';
  const key = {
    parentId: getModelId(model),
    subject: caller.subject,
    inputDigest: digest(messages.slice(0, answerAt)),
  };
  for (const response of await listResponsesTo(ctx.db, key)) {
    const { run, parts, pauses } = await readAnswer(ctx, response);
    assertRunVisible(caller, getRunKind(model), key.parentId, run);
    const pause = pauses.findLast(({ mark }) => answer.includes(mark));
    const runId = run.id;
    if (pause !== undefined) return { kind: 'follow', runId, afterSeq: pause.seq };
    if (parts.join(TURN_SEPARATOR) !== answer || model.kind === 'task') continue;
    const session = await findContinuedSession(ctx.db, runId);
    if (session !== undefined) return { kind: 'start', messages: [], session };
  }
  return undefined;
}

/** Finds the session of a run if the run is its end. */
export async function findContinuedSession(db: Executor, runId: string): Promise<ContinuedSession | undefined> {
  const session = await findSessionEndingWith(db, runId);
  return session && { id: session.id, revisionId: session.agent_revision_id, lastRunId: runId };
}
