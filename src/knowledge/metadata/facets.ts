import { sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { getMetadataFields } from '../../projects/queries.ts';
import { type DocumentFilter, selectVisibleDocuments } from '../documents/queries.ts';

/** Maximum number of values per field. */
const MAX_FACET_VALUES = 50;

/** Values of a field among some documents. */
interface Facet {
  readonly key: string;
  /** Number of documents with a value. */
  readonly documents: number;
  /** The most common values, or items of lists. */
  readonly values: readonly { readonly value: string | number; readonly documents: number }[];
  /** Smallest and largest number or date. Null for other types. */
  readonly min: string | number | null;
  readonly max: string | number | null;
}

/** Counts the values of metadata among the documents that the principal may view. */
export async function countFacets(db: Executor, principal: Principal, filter: DocumentFilter): Promise<Facet[]> {
  const fields = await getMetadataFields(db, principal.projectId);
  const documents = selectVisibleDocuments(db, principal, filter).clearSelect().select('d.metadata');
  const { rows } = await sql<Facet>`
    with entries as materialized (
      select e.key, e.value from (${documents}) found cross join lateral jsonb_each(found.metadata) e
    ), items as (
      select key, item, count(*)::int as documents, row_number() over (partition by key order by count(*) desc, item) as place
      from entries cross join lateral jsonb_array_elements(
        case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) i(item)
      group by key, item
    ), extents as (
      select key, count(*)::int as documents,
        min(case jsonb_typeof(value) when 'number' then (value #>> '{}')::numeric end)::float8 as min_number,
        max(case jsonb_typeof(value) when 'number' then (value #>> '{}')::numeric end)::float8 as max_number,
        min(case jsonb_typeof(value) when 'string' then (value #>> '{}') collate "C" end) as min_text,
        max(case jsonb_typeof(value) when 'string' then (value #>> '{}') collate "C" end) as max_text
      from entries group by key
    )
    select f.key, coalesce(x.documents, 0) as documents,
      coalesce((select json_agg(json_build_object('value', item, 'documents', i.documents) order by place)
        from items i where i.key = f.key and place <= ${sql.lit(MAX_FACET_VALUES)}), '[]') as values,
      case f.type when 'number' then to_json(min_number) when 'date' then to_json(min_text) end as min,
      case f.type when 'number' then to_json(max_number) when 'date' then to_json(max_text) end as max
    from rows from (jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as (key text, type text)) with ordinality as f(key, type, place)
      left join extents x on x.key = f.key order by f.place`.execute(db);
  return rows;
}
