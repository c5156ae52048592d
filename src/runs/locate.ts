import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type RunKind, selectVisibility } from './kind.ts';
import type { RunVisibility } from './visibility.ts';

/** Location of a run, with its visibility. */
export interface RunLocation extends RunVisibility {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  /** Parent of the run, such as its task. */
  readonly parent_id: string;
  /** Number of restarts, which is part of the workflow id. */
  readonly restarts: number;
}

/**
 * Finds a run of a kind in all projects, without a permission check. `isDeleted` is the condition for deleted projects.
 */
export async function findRunLocation(
  db: Executor,
  kind: RunKind,
  id: string,
  isDeleted: (projectId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<RunLocation | undefined> {
  const { table, parent } = kind;
  const parentId = sql.ref(`r.${parent.column}`);
  const { rows } = await sql<RunLocation>`
    select r.id, r.org_id, r.project_id, ${parentId} as parent_id, r.restarts, ${selectVisibility(parent, 'o')} as visibility,
      r.created_by_type, r.created_by
    from ${sql.table(table)} r join ${sql.table(parent.table)} o on o.id = ${parentId}
    where r.id = ${id} and not ${isDeleted(sql.ref('r.project_id'))}`.execute(db);
  return rows[0];
}
