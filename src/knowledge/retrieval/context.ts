import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { MAX_SECTION_DISTANCE } from './constants.ts';
import type { ContextChunk, Hit } from './contract.ts';
import type { PassageContext } from './settings.ts';

/** Adds the chunks around each hit. A chunk that is a hit itself or stands at an earlier hit is not repeated. */
export async function addContext(db: Executor, hits: readonly Hit[], context: PassageContext): Promise<Hit[]> {
  if (context === 'chunk' || hits.length === 0) return [...hits];
  const around = await listAround(
    db,
    hits.map(({ chunkId }) => chunkId),
    context,
  );
  const used = new Set(hits.map(({ chunkId }) => chunkId));
  return hits.map((hit) => {
    const own = (around.get(hit.chunkId) ?? []).filter(({ chunkId }) => !used.has(chunkId));
    for (const { chunkId } of own) used.add(chunkId);
    return { ...hit, context: own };
  });
}

/** Returns a hit whose text includes the text around it. */
export function withContextText(hit: Hit): Hit {
  const text = listInOrder(hit, hit.context ?? []).map((chunk) => chunk.text);
  return { ...hit, text: text.join('\n\n') };
}

/** Returns a hit and chunks around it in the order of the document. */
export function listInOrder(hit: Hit, context: readonly ContextChunk[]): Hit[] {
  return [hit, ...context.map((chunk) => ({ ...hit, ...chunk }))].toSorted((a, b) => a.position - b.position);
}

async function listAround(
  db: Executor,
  ids: readonly string[],
  context: Exclude<PassageContext, 'chunk'>,
): Promise<ReadonlyMap<string, readonly ContextChunk[]>> {
  const distance = context === 'neighbors' ? 1 : MAX_SECTION_DISTANCE;
  const { rows } = await sql<{ hit: string; chunks: ContextChunk[] }>`
    select h.id as hit, json_agg(json_build_object('chunkId', c.id, 'position', c.position, 'text', c.text, 'page', c.page,
        'pageStarts', c.page_starts, 'headingPath', c.heading_path) order by c.position) as chunks
    from chunks h join chunks c on c.document_id = h.document_id and c.edition = h.edition and c.id <> h.id and c.enabled
      and c.position between h.position - ${distance}::int and h.position + ${distance}::int
    where h.id = any(${[...ids]}::uuid[]) and ${context === 'section' ? isInSection() : sql`true`}
    group by h.id`.execute(db);
  return new Map(rows.map(({ hit, chunks }) => [hit, chunks]));
}

/** Condition on a chunk `c`: no chunk from it to the hit `h` has other headings. */
function isInSection(): RawBuilder<unknown> {
  return sql`not exists (select from chunks o where o.document_id = h.document_id and o.edition = h.edition
    and o.position between least(c.position, h.position) and greatest(c.position, h.position)
    and o.heading_path is distinct from h.heading_path)`;
}
