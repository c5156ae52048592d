import { type Selectable, sql } from 'kysely';
import { type Executor, json, jsonOrNull } from '../../platform/db/client.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import type { RunResponsesTable } from './tables.ts';

/** Response of the OpenAI API. */
export type RunResponse = Selectable<RunResponsesTable>;

/** Response to insert. */
export type NewRunResponse = Omit<RunResponse, 'created'>;

/** Stores a response of the OpenAI API. */
export async function insertRunResponse(db: Executor, response: NewRunResponse): Promise<void> {
  await db
    .insertInto('run_responses')
    .values({ ...response, request: json(response.request), input: jsonOrNull(response.input) })
    .execute();
}

/** Finds a response by ID in all projects, without a permission check. */
export function findRunResponse(db: Executor, id: string): Promise<RunResponse | undefined> {
  return db.selectFrom('run_responses').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes a response unreadable and removes what it stores of the request. Its run stays. Returns false if it was. */
export async function deleteRunResponse(db: Executor, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run_responses')
    .set({ stored: false, request: json({}), input: null })
    .where('id', '=', id)
    .where('stored', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Conversation of one caller with one task or agent. */
interface ConversationKey {
  readonly parentId: string;
  readonly subject: SubjectRef;
  readonly inputDigest: Buffer;
}

/** Maximum number of responses to the same conversation that are compared with a request. */
const MAX_CANDIDATES = 5;

/** Lists the newest responses to a conversation. */
export function listResponsesTo(
  db: Executor,
  { parentId, subject, inputDigest }: ConversationKey,
): Promise<RunResponse[]> {
  return db
    .selectFrom('run_responses')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('created_by', '=', subject.id)
    .where('created_by_type', '=', subject.type)
    .where('input_digest', '=', inputDigest)
    .orderBy('id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute();
}

/** Serializes the responses of a run until the transaction ends. */
export async function lockResponsesOfRun(trx: Executor, runId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${runId}, 3))`.execute(trx);
}

/** Finds the response of a run to a conversation of one caller. */
export function findResponseOfRun(
  db: Executor,
  run: { readonly id: string; readonly kind: 'agent' | 'task' },
  { subject, inputDigest }: Pick<ConversationKey, 'subject' | 'inputDigest'>,
): Promise<RunResponse | undefined> {
  return db
    .selectFrom('run_responses')
    .selectAll()
    .where('created_by', '=', subject.id)
    .where('created_by_type', '=', subject.type)
    .where(run.kind === 'agent' ? 'agent_run_id' : 'task_run_id', '=', run.id)
    .where('input_digest', '=', inputDigest)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
