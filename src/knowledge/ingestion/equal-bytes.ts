/** Equal bytes of a project that are read alike are read once: of those at work one leads, the others wait and copy. */

import { extname } from 'node:path';
import { sql } from 'kysely';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { buildWaitingFor } from '../../runs/waiting.ts';
import type { Edition } from '../chunks.ts';
import type { ParsedDocument } from '../contract.ts';

/** Bytes, and how they are read. */
export interface Reading {
  readonly projectId: string;
  readonly sha256: Buffer;
  readonly readAs: string;
  readonly strategy: string;
}

/** A document that is ready and was read from equal bytes. */
export interface Twin {
  readonly edition: Edition;
  readonly chunks: number;
  readonly parsed: ParsedDocument;
}

/** What a file is read as: its type, and the ending of its name, which counts where its bytes say nothing. */
export function readAs({ name, mediaType }: { readonly name: string; readonly mediaType: string }): string {
  return `${mediaType} ${extname(name).toLowerCase()}`;
}

function nameOf({ projectId, sha256, readAs, strategy }: Reading): string {
  return [projectId, sha256.toString('hex'), strategy, readAs].join(' ');
}

/**
 * Makes an ingestion the one that reads these bytes. Answers false where another one does: it waits for that from then
 * on, unless it is to stop or to rest.
 */
export async function leadOrFollow(db: Db, id: string, reading: Reading): Promise<boolean> {
  const name = nameOf(reading);
  for (;;) {
    if (await lead(db, id, name)) return true;
    if (await follow(db, id, name)) return false;
  }
}

async function lead(db: Db, id: string, name: string): Promise<boolean> {
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

/** Answers false where nobody leads any more and the ingestion could. */
function follow(db: Db, id: string, name: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Its end waits for this transaction, so that it frees this one too.
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
    const detail = sql<string>`${`document ${leader.document_id} has the same bytes and is being read`}`;
    await sql`update ingestions set waits_for = ${leader.id}, waiting_for = ${buildWaitingFor('equal_bytes', detail)}
      where id = ${id} and ${waits} and waits_for is distinct from ${leader.id}`.execute(trx);
    return true;
  });
}

/** A document of equal bytes, read alike, that is ready. */
export async function findTwin(db: Executor, documentId: string, reading: Reading): Promise<Twin | undefined> {
  const { rows } = await sql<{ document_id: string; edition: number; chunk_count: number; parsed: ParsedDocument }>`
    select c.document_id, c.edition, c.chunk_count, i.parsed
    from document_contents c join documents d on d.id = c.document_id
      join lateral (
        select parsed from ingestions i where i.document_id = c.document_id and i.edition = c.edition and i.status = 'ready'
        order by i.id desc limit 1
      ) i on i.parsed is not null
    where c.project_id = ${reading.projectId} and c.sha256 = ${reading.sha256} and c.document_id <> ${documentId}
      and c.ready_at is not null and c.read_as = ${reading.readAs} and d.deleted_at is null and d.strategy = ${reading.strategy}
    order by c.document_id limit 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { document_id, edition, chunk_count, parsed } = found;
  return {
    edition: { documentId: document_id, projectId: reading.projectId, edition },
    chunks: chunk_count,
    parsed,
  };
}

/**
 * Copies some of a twin's chunks with the vectors that they have in some spaces; those that are there stay. Answers false where the ingestion is over or is to stop.
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
      insert into chunks (id, project_id, document_id, edition, position, text, page, heading_path, token_count, words)
      select (${ids}::uuid[])[c.position - ${part.from}::int + 1], c.project_id, ${to.documentId}, ${to.edition}::int, c.position,
        c.text, c.page, c.heading_path, c.token_count, c.words
      from live, chunks c
      where c.document_id = ${from.documentId} and c.edition = ${from.edition}
        and c.position >= ${part.from} and c.position < ${part.until}
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

/** How many chunks an edition has. */
export async function countChunks(db: Executor, { documentId, edition }: Edition): Promise<number> {
  const { count } = await db
    .selectFrom('chunks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('document_id', '=', documentId)
    .where('edition', '=', edition)
    .executeTakeFirstOrThrow();
  return count;
}
