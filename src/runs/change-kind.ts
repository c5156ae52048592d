import { type RawBuilder, sql } from 'kysely';
import { type RunKind, selectVisibility } from './kind.ts';

/** Resource of runs whose state followers of a project receive. */
export interface ChangeSubject {
  /** Kind in the change log, and name of its events. */
  readonly name: string;
  /** Unfinished states. */
  readonly states: readonly string[];
  /** FROM clause that selects subjects with the alias `as` and their run as `r`. */
  readonly from: RawBuilder<unknown>;
  readonly as: string;
  /** SQL condition: a subject is unfinished. */
  readonly open: RawBuilder<boolean>;
  /** Field with the id of its parent, if that is not a run. */
  readonly parentField?: string;
  /**
   * Roles that may decide a subject and therefore see it regardless of the setting: from its row, and from a change
   * `c`.
   */
  readonly deciders?: { readonly ofRow: RawBuilder<unknown>; readonly ofChange: RawBuilder<unknown> };
}

/** Subject with its run kind, which determines visibility. */
export interface ChangeKind extends ChangeSubject {
  readonly run: RunKind;
}

/** Change kinds of run kinds: the runs themselves, then their subjects. */
export function toChangeKinds(kinds: readonly RunKind[]): ChangeKind[] {
  const runs = kinds.map((run) => {
    const { name, states, table } = run;
    return { name, states, from: sql`${sql.table(table)} r`, as: 'r', open: sql<boolean>`r.completed is null`, run };
  });
  return [...runs, ...kinds.flatMap((run) => run.subjects.map((subject) => ({ ...subject, run })))];
}

const NO_APPROVERS = sql`null::text[]`;

/** Subquery for the audience of a change `c` of this kind; no row for other kinds. Deleted rows yield nulls. */
export function selectAudience({ name, run: { table, parent }, deciders }: ChangeKind): RawBuilder<unknown> {
  return sql`
    select ${selectVisibility(parent, 'o')} as visibility, r.created_by_type, r.created_by, ${deciders?.ofChange ?? NO_APPROVERS} as approvers
    from ${sql.table(parent.table)} o left join ${sql.table(table)} r on r.id = coalesce(c.run_id, c.subject_id)
    where coalesce(c.run_kind, c.kind) = ${sql.lit(name)} and o.id = c.parent_id`;
}

/** Unfinished subjects of this kind in some projects, with their audience. */
export function selectUnfinished(kind: ChangeKind, projects: RawBuilder<unknown>): RawBuilder<unknown> {
  const { name, as, from, open, deciders } = kind;
  const { parent } = kind.run;
  const parentId = sql.ref(`r.${parent.column}`);
  return sql`
    select ${sql.ref(`${as}.project_id`)}, ${sql.lit(name)} as kind, ${sql.ref(`${as}.status`)}, ${parentId} as parent_id,
      ${selectVisibility(parent, 'o')} as visibility, r.created_by_type, r.created_by, ${deciders?.ofRow ?? NO_APPROVERS} as approvers
    from ${from} join ${sql.table(parent.table)} o on o.id = ${parentId}
    where ${open} and ${sql.ref(`${as}.project_id`)} = ${projects}`;
}
