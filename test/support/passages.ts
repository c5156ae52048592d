import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toIndexVector } from '../../src/knowledge/index-vector.ts';
import { ensureSpace, getVectorTable, toVectorText } from '../../src/knowledge/spaces.ts';
import type { Tenant, World } from './client.ts';
import { embed } from './model-server-embeddings.ts';

/** A stored chunk. */
export interface SeededChunk {
  readonly text: string;
  readonly page?: number;
  readonly headings?: readonly string[];
  /** A text whose vector it gets. */
  readonly means?: string;
}

/** A stored document. */
interface SeededDocument {
  readonly id: string;
  readonly chunkIds: readonly string[];
}

/** Embedding model of test collections: texts with common words have similar vectors. */
const MODEL = { name: 'scripted-embedding', dimension: 64 };

const vectorOf = (text: string) => embed({ model: MODEL.name, input: text }).data[0]?.embedding ?? [];

/** Stores a collection. Its model may be another one that no test can call. */
export async function seedCollection(
  { db }: World,
  tenant: Tenant,
  {
    title = 'Handbook',
    summary = null,
    model = MODEL.name,
  }: { title?: string; summary?: string | null; model?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const space = await ensureSpace(db, { ...MODEL, name: model });
  const { orgId: org_id, projectId: project_id, userId: created_by } = tenant;
  await db.insertInto('collections').values({ id, org_id, project_id, title, created_by }).execute();
  await db.insertInto('collection_states').values({ collection_id: id, space_id: space.id, summary }).execute();
  return id;
}

/** Stores a ready document and adds it to collections. */
export async function seedDocument(
  { db }: World,
  tenant: Tenant,
  {
    title = 'Document',
    collections,
    chunks,
  }: {
    title?: string;
    collections: readonly string[];
    chunks: readonly SeededChunk[];
  },
): Promise<SeededDocument> {
  const space = await ensureSpace(db, MODEL);
  const [id, ingestionId] = [randomUUID(), randomUUID()];
  const { orgId: org_id, projectId: project_id, userId } = tenant;
  const by = { created_by_type: 'user', created_by: userId };
  const chunkIds = chunks.map(() => randomUUID());
  const pages = chunks.flatMap(({ page }) => page ?? []);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('documents')
      .values({ id, org_id, project_id, title, source: 'text', strategy: 'auto', group_id: randomUUID(), ...by })
      .execute();
    await sql`insert into ingestions (id, org_id, project_id, document_id, status, trigger_type, created_by_type, created_by, completed)
      values (${ingestionId}, ${org_id}, ${project_id}, ${id}, 'ready', 'user', 'user', ${userId}, now())`.execute(trx);
    await sql`insert into document_contents (document_id, project_id, ingestion_id, media_type, size, sha256, parser, language, page_count, chunk_count, word_count, ready_at)
      values (${id}, ${project_id}, ${ingestionId}, 'text/plain', 1, ${randomBytes(32)}, 'text', 'en', ${pages.length === 0 ? null : Math.max(...pages)},
        ${chunks.length}, ${
          chunks
            .map(({ text }) => text)
            .join(' ')
            .split(' ').length
        }, now())`.execute(trx);
    for (const [position, { text, page = null, headings = [], means = text }] of chunks.entries()) {
      const words = toIndexVector({ projectId: project_id, text, headingPath: headings, language: 'en' });
      await sql`insert into chunks (id, project_id, document_id, position, text, page, heading_path, token_count, words)
        values (${chunkIds[position]}, ${project_id}, ${id}, ${position}, ${text}, ${page}, ${[...headings]}, ${Math.ceil(text.length / 4)}, ${words})`.execute(
        trx,
      );
      await sql`insert into ${getVectorTable(space)} (space_id, chunk_id, document_id, project_id, embedding)
        values (${space.id}, ${chunkIds[position]}, ${id}, ${project_id}, ${toVectorText(vectorOf(means))})`.execute(
        trx,
      );
    }
    for (const collection of collections)
      await sql`insert into collection_documents (collection_id, document_id) values (${collection}, ${id})`.execute(
        trx,
      );
  });
  return { id, chunkIds };
}
