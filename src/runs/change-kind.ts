import { type RawBuilder, sql } from 'kysely';
import { type RunKind, selectVisibility } from './kind.ts';

/** A resource of runs with a state that followers of a project get. */
export interface ChangeSubject {
  /** Its kind in the log of changes, and the name of its events. */
  readonly name: string;
  /** States in which it is not over. */
  readonly states: readonly string[];
  /** What stands after `from` to select such things, each under the alias `as`, with its run as `r`. */
  readonly from: RawBuilder<unknown>;
  readonly as: string;
  /** Condition on one: it is not over. */
  readonly open: RawBuilder<boolean>;
  /** Field with the ID of its parent, if that is not a run. */
  readonly parentField?: string;
  /** Roles that may decide on one, and so see it whatever the setting: from its row, and from a change `c` of it. */
  readonly deciders?: { readonly ofRow: RawBuilder<unknown>; readonly ofChange: RawBuilder<unknown> };
}

/** A subject with its kind of run, whose visibility it has. */
export interface ChangeKind extends ChangeSubject {
  readonly run: RunKind;
}

/** What changes of runs of these kinds: the runs themselves, then what hangs on them. */
export function toChangeKinds(kinds: readonly RunKind[]): ChangeKind[] {
  const runs = kinds.map((run) => {
    const { name, states, table } = run;
    return { name, states, from: sql`${sql.table(table)} r`, as: 'r', open: sql<boolean>`r.completed is null`, run };
  });
  return [...runs, ...kinds.flatMap((run) => run.subjects.map((subject) => ({ ...subject, run })))];
}

const NO_APPROVERS = sql`null::text[]`;

/** Who may learn of a change `c` of this kind; no row where it is of another. What is gone leaves nulls. */
export function selectAudience({ name, run: { table, parent }, deciders }: ChangeKind): RawBuilder<unknown> {
  return sql`
    select ${selectVisibility(parent, 'o')} as visibility, r.created_by_type, r.created_by, ${deciders?.ofChange ?? NO_APPROVERS} as approvers
    from ${sql.table(parent.table)} o left join ${sql.table(table)} r on r.id = coalesce(c.run_id, c.subject_id)
    where coalesce(c.run_kind, c.kind) = ${sql.lit(name)} and o.id = c.parent_id`;
}

/** All of this kind that is not over in some projects, with who may learn of it. */
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
