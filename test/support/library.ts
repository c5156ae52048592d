import { sql } from 'kysely';
import { recordDocumentSpace } from '../../src/knowledge/embedding/document-spaces.ts';
import { toIndexVector } from '../../src/knowledge/index-vector.ts';
import type { PageStart } from '../../src/knowledge/parsing/contract.ts';
import { ensureSpace, toVectorText } from '../../src/knowledge/spaces.ts';
import { json } from '../../src/platform/db/client.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Json, Tenant, World } from './client.ts';
import { addDocument } from './knowledge.ts';
import { embed } from './model-server-embeddings.ts';

/** Embedding model of the stack's collections. */
const SPACE = { name: 'scripted-embedding', dimension: 64 };

/** A document to search. */
interface ChunkedDocument {
  readonly title: string;
  readonly texts: readonly string[];
  /** ISO 639-1, default English; null for unknown. */
  readonly language?: string | null;
  readonly collections?: readonly string[];
  readonly source?: 'upload' | 'text' | 'web';
  /** One page number per text. */
  readonly pages?: readonly (number | null)[];
  /** Further pages within each text. */
  readonly pageStarts?: readonly (readonly PageStart[])[];
  /** Status, default ready. */
  readonly status?: 'ready' | 'parsing' | 'failed';
}

/** Creates a collection over the API. Returns its id. */
export async function makeCollection(tenant: Tenant, fields: object = {}): Promise<string> {
  const { status, body } = await tenant.owner.post(`${tenant.project}/collection`, { title: 'Library', ...fields });
  if (status !== 200) throw new Error(`no collection was made: ${JSON.stringify(body)}`);
  return body.id;
}

/** Creates a document as after its ingestion, with a chunk per text. Returns its id. */
export async function addChunkedDocument(world: World, tenant: Tenant, given: ChunkedDocument): Promise<string> {
  const {
    title,
    texts,
    language = 'en',
    collections = [],
    source = 'upload',
    pages = [],
    pageStarts = [],
    status = 'ready',
  } = given;
  const space = await ensureSpace(world.db, SPACE);
  const content = {
    language,
    chunk_count: texts.length,
    word_count: String(texts.join(' ').split(' ').length),
    ...(status !== 'ready' && { ready_at: null }),
  };
  const { id } = await addDocument(world, tenant, {
    document: { title, source },
    content,
    collections,
    ingestion: status === 'parsing' ? { status, stage: status, completed: null } : { status },
  });
  const { projectId } = tenant;
  await world.db.deleteFrom('chunks').where('document_id', '=', id).execute();
  if (texts.length === 0) return id;
  const chunks = texts.map((text, position) => ({
    id: newId(),
    project_id: projectId,
    document_id: id,
    position,
    text,
    page: pages[position] ?? null,
    page_starts: json(pageStarts[position] ?? []),
    heading_path: [title],
    token_count: text.split(' ').length,
    words: toIndexVector({ projectId, text, headingPath: [title], language }),
  }));
  await world.db.insertInto('chunks').values(chunks).execute();
  const { data } = embed({ model: SPACE.name, input: texts });
  const vectors = chunks.map((chunk, at) => ({
    space_id: space.id,
    chunk_id: chunk.id,
    document_id: id,
    project_id: projectId,
    embedding: sql<string>`${toVectorText(data[at]?.embedding ?? [])}::halfvec`,
  }));
  await world.db.insertInto('chunk_vectors').values(vectors).execute();
  await recordDocumentSpace(world.db, { documentId: id, edition: 1 }, space, true);
  return id;
}

/** Returns the text that a scripted model writes to answer from chunks. */
export function toKnowledgeAnswer(
  answer: string,
  ...citations: readonly (readonly [passage: string, quote: string])[]
): Json {
  const text = JSON.stringify({
    found: true,
    answer,
    citations: citations.map(([passage, quote]) => ({ passage, quote })),
  });
  return { text };
}
