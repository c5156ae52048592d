import { type RawBuilder, sql } from 'kysely';

/** Columns of feedback that name the run it is on, one a kind of run. */
export type FeedbackColumn = 'task_run_id' | 'agent_run_id';

/** What feedback says, for lists of it and of runs that carry it. */
export interface ScoreFilter {
  readonly name?: string;
  /** A score as a text writes it. */
  readonly value?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A condition on a run `r` of a kind: somebody has given it such feedback. */
export function hasFeedback(column: FeedbackColumn, filter: ScoreFilter): RawBuilder<boolean> {
  return sql<boolean>`exists (select from feedback f where ${sql.ref(`f.${column}`)} = r.id and ${hasScore(filter)})`;
}

/** How many pieces of feedback a run `r` of a kind has, as a column of another query. */
export function feedbackCount(column: FeedbackColumn): RawBuilder<number> {
  return sql<number>`(select count(*)::int from feedback f where ${sql.ref(`f.${column}`)} = r.id)`;
}

/** A condition on feedback `f`. */
export function hasScore({ name, value, atLeast, atMost }: ScoreFilter): RawBuilder<boolean> {
  const number = sql`case when jsonb_typeof(f.value) = 'number' then (f.value)::numeric end`;
  const conditions = [sql`true`];
  if (name !== undefined) conditions.push(sql`f.name = ${name}`);
  if (value !== undefined && isNumber(value))
    conditions.push(sql`(${number} = ${value}::numeric or f.value #>> '{}' = ${value})`);
  else if (value !== undefined) conditions.push(sql`f.value #>> '{}' = ${value}`);
  if (atLeast !== undefined) conditions.push(sql`${number} >= ${atLeast}::numeric`);
  if (atMost !== undefined) conditions.push(sql`${number} <= ${atMost}::numeric`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a text is a number as JSON writes it, of a size that the database takes. */
function isNumber(text: string): boolean {
  return /^-?\d{1,300}(\.\d{1,300})?([eE][+-]?\d{1,3})?$/.test(text);
}
