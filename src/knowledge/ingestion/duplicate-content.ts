/**
 * Equal content with the same parsing is read once per project: one ingestion leads, the others wait and copy its
 * chunks.
 */

import { extname } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { buildWaitingFor } from '../../runs/waiting.ts';
import type { Edition } from '../chunks.ts';
import type { ParsedDocument } from '../contract.ts';
import { knowledgeWaits } from '../failures.ts';

/** Content and how it is parsed. */
export interface ContentKey {
  readonly projectId: string;
  readonly sha256: Buffer;
  readonly readAs: string;
  readonly strategy: string;
}

/** A ready document with equal content. */
interface DuplicateDocument {
  readonly edition: Edition;
  readonly chunks: number;
  readonly parsed: ParsedDocument;
}

/** Returns how a file is parsed: its media type and its extension, which decides if the bytes do not. */
export function toReadAs({ name, mediaType }: { readonly name: string; readonly mediaType: string }): string {
  return `${mediaType} ${extname(name).toLowerCase()}`;
}

function toContentName({ projectId, sha256, readAs, strategy }: ContentKey): string {
  return [projectId, sha256.toString('hex'), strategy, readAs].join(' ');
}

/**
 * Claims content for an ingestion. Returns false if another ingestion reads it; the ingestion then waits unless it is
 * cancelled or paused.
 */
export async function claimContent(db: Db, id: string, content: ContentKey): Promise<boolean> {
  const name = toContentName(content);
  for (;;) {
    if (await tryLead(db, id, name)) return true;
    if (await waitForLeader(db, id, name)) return false;
  }
}

async function tryLead(db: Db, id: string, name: string): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('ingestions')
      .set({ leads: name, waits_for: null, waiting_for: null })
      .where('id', '=', id)
      .where('completed', 'is', null)
      .where('status', '<>', 'cancelling')
      .where('paused_at', 'is', null)
      .where(sql<boolean>`not exists (select from ingestions o where o.leads = ${name} and o.id <> ${id})`)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    if (isUniqueViolation(error, 'ingestions_leads')) return false;
    throw error;
  }
}

/** Returns false if there is no leader anymore and the ingestion can try again. */
function waitForLeader(db: Db, id: string, name: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // The lock delays the leader's end, so that it releases this ingestion too.
    const { rows } = await sql<{ id: string; document_id: string }>`
      select id, document_id from ingestions where leads = ${name} and id <> ${id} and completed is null for share`.execute(
      trx,
    );
    const [leader] = rows;
    const waits = sql`status <> 'cancelling' and completed is null and paused_at is null`;
    if (!leader) {
      const { rows: open } = await sql`select from ingestions where id = ${id} and ${waits}`.execute(trx);
      return open.length === 0;
    }
    const detail = knowledgeWaits.wait_equal_bytes({ document: leader.document_id });
    await sql`update ingestions set waits_for = ${leader.id}, waiting_for = ${buildWaitingFor('equal_bytes', detail)}
      where id = ${id} and ${waits} and waits_for is distinct from ${leader.id}`.execute(trx);
    return true;
  });
}

/** Condition on a chunk: it is as it was parsed. A copy must not have the edits of another document. */
function isOriginal(chunk: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${chunk}.enabled`)} and ${sql.ref(`${chunk}.edited_at`)} is null)`;
}

/** Finds a ready document with equal content and parsing. */
export async function findDuplicate(
  db: Executor,
  documentId: string,
  content: ContentKey,
): Promise<DuplicateDocument | undefined> {
  const { rows } = await sql<{ document_id: string; edition: number; chunk_count: number; parsed: ParsedDocument }>`
    select c.document_id, c.edition, c.chunk_count, i.parsed
    from document_contents c join documents d on d.id = c.document_id
      join lateral (
        select parsed from ingestions i where i.document_id = c.document_id and i.edition = c.edition and i.status = 'ready'
        order by i.id desc limit 1
      ) i on i.parsed is not null
    where c.project_id = ${content.projectId} and c.sha256 = ${content.sha256} and c.document_id <> ${documentId}
      and not exists (select from chunks k where k.document_id = c.document_id and k.edition = c.edition and not ${isOriginal('k')})
      and c.ready_at is not null and c.read_as = ${content.readAs} and d.deleted_at is null and d.strategy = ${content.strategy}
    order by c.document_id limit 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { document_id, edition, chunk_count, parsed } = found;
  return {
    edition: { documentId: document_id, projectId: content.projectId, edition },
    chunks: chunk_count,
    parsed,
  };
}

/**
 * Copies missing chunks of a duplicate with their vectors in some spaces. Returns false if the ingestion has ended or
 * is being cancelled.
 */
export async function copyChunks(
  db: Executor,
  ingestionId: string,
  from: Edition,
  to: Edition,
  part: { readonly from: number; readonly until: number; readonly spaceIds: readonly string[] },
): Promise<boolean> {
  const count = part.until - part.from;
  const ids = Array.from({ length: count }, newId);
  const { rows } = await sql`
    with live as (
      select id from ingestions where id = ${ingestionId} and completed is null and status <> 'cancelling' for share
    ), made as (
      insert into chunks (id, project_id, document_id, edition, position, text, page, page_starts, heading_path, token_count, words)
      select (${ids}::uuid[])[c.position - ${part.from}::int + 1], c.project_id, ${to.documentId}, ${to.edition}::int, c.position,
        c.text, c.page, c.page_starts, c.heading_path, c.token_count, c.words
      from live, chunks c
      where c.document_id = ${from.documentId} and c.edition = ${from.edition}
        and c.position >= ${part.from} and c.position < ${part.until} and ${isOriginal('c')}
      on conflict (document_id, edition, position) do nothing
      returning id, position
    ), vectors as (
      insert into chunk_vectors (space_id, chunk_id, document_id, edition, project_id, embedding)
      select v.space_id, made.id, ${to.documentId}, ${to.edition}::int, v.project_id, v.embedding
      from made join chunks c on c.document_id = ${from.documentId} and c.edition = ${from.edition} and c.position = made.position
        join chunk_vectors v on v.chunk_id = c.id and v.space_id = any(${[...part.spaceIds]}::uuid[])
      on conflict do nothing
    ) select id from live`.execute(db);
  return rows.length > 0;
}

/** Counts the chunks of an edition. */
export async function countChunks(db: Executor, { documentId, edition }: Edition): Promise<number> {
  const { count } = await db
    .selectFrom('chunks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('document_id', '=', documentId)
    .where('edition', '=', edition)
    .executeTakeFirstOrThrow();
  return count;
}
