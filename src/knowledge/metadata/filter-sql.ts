import { type RawBuilder, sql } from 'kysely';
import type { MetadataValue } from './contract.ts';
import type { KeyCondition, MetadataFilter } from './filters.ts';

/** SQL condition on a column with metadata, such as `d.metadata`. It is never null, so it can be negated. */
export function toFilterSql(filter: MetadataFilter, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if ('and' in filter) return join(filter.and, column, sql` and `);
  if ('or' in filter) return join(filter.or, column, sql` or `);
  if ('not' in filter) return sql<boolean>`not ${toFilterSql(filter.not, column)}`;
  const conditions = toConditions(filter, column);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function join(
  filters: readonly MetadataFilter[],
  column: RawBuilder<unknown>,
  separator: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    filters.map((filter) => toFilterSql(filter, column)),
    separator,
  )})`;
}

const COMPARISONS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

function toConditions({ key, ...operators }: KeyCondition, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  // The index serves containment only, for a value and for an item of a list alike.
  const holds = (value: MetadataValue) =>
    sql`(${toContainment(column, { [key]: value })} or ${toContainment(column, { [key]: [value] })})`;
  const { equals, in: values, contains, exists } = operators;
  return [
    ...(equals === undefined ? [] : [holds(equals)]),
    ...(contains === undefined ? [] : [holds(contains)]),
    ...(values === undefined ? [] : [sql`(${sql.join(values.map(holds), sql` or `)})`]),
    ...(exists === undefined ? [] : [exists ? sql`${column} ? ${key}::text` : sql`not ${column} ? ${key}::text`]),
    ...Object.entries(COMPARISONS).flatMap(([operator, comparison]) => {
      const bound = operators[operator as keyof typeof COMPARISONS];
      return bound === undefined ? [] : [compare(column, key, comparison, bound)];
    }),
  ];
}

const toContainment = (column: RawBuilder<unknown>, value: object) => sql`${column} @> ${JSON.stringify(value)}::jsonb`;

/** Compares numbers as numbers, and dates by their canonical texts. */
function compare(
  column: RawBuilder<unknown>,
  key: string,
  comparison: RawBuilder<unknown>,
  bound: MetadataValue,
): RawBuilder<unknown> {
  if (typeof bound === 'number')
    return sql`case jsonb_typeof(${column} -> ${key}::text) when 'number'
      then (${column} ->> ${key}::text)::numeric ${comparison} ${bound}::numeric else false end`;
  return sql`coalesce((${column} ->> ${key}::text) collate "C" ${comparison} ${String(bound)}::text, false)`;
}
