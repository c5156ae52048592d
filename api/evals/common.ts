import type { Permission } from '../../src/access/permissions.ts';
import type { EvalResultRow } from '../../src/evals/results.ts';
import type { EvalCaseRow } from '../../src/evals/set-cases.ts';
import type { EvalSetRow } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import type { AuditDetails } from '../change.ts';
import { AGENT_ROWS } from './agents/parents.ts';
import type { VisibleEvalRun } from './parents.ts';

import { TASK_ROWS } from './tasks/parents.ts';

/** Base of the operations of a kind. test/guards/operations.txt lists the paths. */
export function getOperationBase(kind: EvalTargetKind) {
  const { type, stem, fields, label: word } = kind;
  const rows = type === 'task' ? TASK_ROWS : AGENT_ROWS;
  // Parameter names depend on the kind, so types cannot derive them from the path.
  const base: string = `/org/{org_id}/project/{project_id}/${stem}/{${fields.id}}/eval`;
  return {
    sets: `${base}/set` as string,
    set: `${base}/set/{${fields.set}}` as string,
    runs: `${base}/run` as string,
    run: `${base}/run/{${fields.run}}` as string,
    tag: 'Evals',
    view: `${type}:view` as Permission,
    edit: `${type}:edit` as Permission,
    of: word,
    /** The task or agent, including deleted ones, whose history stays readable. */
    ever: { [fields.id]: rows.ever },
    /** The live task or agent with everything a run needs. */
    runnable: { [fields.id]: rows.runnable },
  };
}

/** Returns the rows that a path of the kind has loaded. */
export function getLoadedRows(kind: EvalTargetKind, parents: object) {
  const rows = parents as Readonly<Record<string, unknown>>;
  return {
    resource: rows[kind.fields.id] as { readonly id: string; readonly name: string },
    set: rows[kind.fields.set] as EvalSetRow,
    run: rows[kind.fields.run] as VisibleEvalRun,
    item: rows.eval_case_id as EvalCaseRow,
    result: rows.eval_result_id as EvalResultRow,
  };
}

/** Audit payload of a set. */
export function toAuditNote(
  kind: EvalTargetKind,
  set: Pick<EvalSetRow, 'id' | 'name' | 'resource_id'>,
  payload: object,
): AuditDetails {
  return {
    resource: { type: 'eval_set', id: set.id },
    name: set.name,
    labels: { [kind.fields.id]: set.resource_id },
    payload,
  };
}
