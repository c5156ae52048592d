import type { ReceivedChange, SeenChanges } from './changes.ts';
import type { Evidence, Violation } from './evidence.ts';

/** Final states of runs and requests. */
const TERMINAL_STATES = ['completed', 'failed', 'cancelled', 'approved', 'rejected', 'expired'];

/**
 * Checks that a follower of the project got every record, no wrong final state, and the newest state last. A change may
 * arrive twice, so an earlier state can repeat before it.
 */
export function auditChanges({ stored, changes }: Evidence, found: Violation[]): void {
  const states = new Map<string, { readonly status: string; readonly runId?: string }>([
    ...stored.runs.map(({ id, status }) => [`agent_run ${id}`, { status, runId: id }] as const),
    ...stored.requests.map((row) => [`approval_request ${row.id}`, { status: row.status, runId: row.run_id }] as const),
    ...stored.taskRuns.map(({ id, status }) => [`task_run ${id}`, { status }] as const),
  ]);
  for (const one of changes) {
    const complain = (what: string, runId?: string) =>
      found.push({ kind: 'changes', tag: '', runId, what: `${one.name}: ${what}` });
    const groups = groupChanges(one);
    for (const [name, changes] of groups) {
      const state = states.get(name);
      if (!state) {
        complain(`followers got ${name}, which does not exist`);
        continue;
      }
      const ended = changes.find((change) => TERMINAL_STATES.includes(change.status));
      if (ended && ended.status !== state.status)
        complain(`followers got ${name} as ${ended.status}, but it is ${state.status}`, state.runId);
      else if (changes.at(-1)?.status !== state.status && one.missed === 0)
        complain(`followers last got ${name} as ${changes.at(-1)?.status}, but it is ${state.status}`, state.runId);
    }
    for (const [name, { runId }] of states)
      if (!groups.has(name) && one.missed === 0) complain(`followers never got ${name}`, runId);
    if (!one.atRest && stored.runs.every((run) => run.completed !== null))
      complain('the counts never said that nothing is open');
  }
}

function groupChanges({ received: groups }: SeenChanges): Map<string, ReceivedChange[]> {
  return Map.groupBy(groups, ({ kind, id }) => `${kind} ${id}`);
}
