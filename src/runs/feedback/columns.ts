import { type RawBuilder, sql } from 'kysely';

/** Feedback columns that name the run, one per run kind. */
export type FeedbackColumn = 'task_run_id' | 'agent_run_id';

/** Filter by scores, for lists of feedback and of runs with feedback. */
export interface ScoreFilter {
  readonly name?: string;
  /** Score as text. */
  readonly value?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** SQL condition: a run `r` of a kind has matching feedback. */
export function hasFeedback(column: FeedbackColumn, filter: ScoreFilter): RawBuilder<boolean> {
  return sql<boolean>`exists (select from feedback f where ${sql.ref(`f.${column}`)} = r.id and ${hasScore(filter)})`;
}

/** SQL expression: number of feedback entries of a run `r` of a kind. */
export function selectFeedbackCountColumn(column: FeedbackColumn): RawBuilder<number> {
  return sql<number>`(select count(*)::int from feedback f where ${sql.ref(`f.${column}`)} = r.id)`;
}

/** SQL condition on feedback `f`. */
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

/** Whether a text is a JSON number in the database's range. */
function isNumber(text: string): boolean {
  return /^-?\d{1,300}(\.\d{1,300})?([eE][+-]?\d{1,3})?$/.test(text);
}
