import type { Schemas } from '../../lib/api.ts';
import { findReasonText } from '../../lib/messages.ts';
import { formatWaitDetail } from '../../lib/waits.ts';

/** A failed or paused run. */
interface ProblemRun {
  readonly id: string;
  /** Its agent or task. */
  readonly parent: { readonly id: string; readonly name: string };
  readonly created: string;
  /** Reason code, or the kind of the wait. */
  readonly cause: string;
  readonly description: string;
  readonly isHeld: boolean;
}

/** Runs that have one cause in common. */
export interface Problem {
  readonly cause: string;
  readonly description: string;
  readonly isHeld: boolean;
  /** Newest first. */
  readonly runs: readonly ProblemRun[];
  /** Names of the agents and tasks, without duplicates. */
  readonly names: readonly string[];
}

type Run = Pick<Schemas['AgentRun'], 'id' | 'created' | 'status' | 'error' | 'waiting_for'>;

/** Converts a failed or paused run of an agent or a task. */
export function toProblemRun(run: Run, parent: ProblemRun['parent']): ProblemRun {
  const { id, created, status, error, waiting_for: wait } = run;
  return {
    id,
    parent,
    created,
    cause: error?.reason ?? wait?.kind ?? status,
    // The wait of a paused run says what happened.
    description:
      (error && (findReasonText(error.reason) ?? error.message)) ?? (wait && formatWaitDetail(wait)) ?? status,
    isHeld: status === 'held',
  };
}

/** Groups runs by cause. Causes with paused runs come first, then those with most runs. */
export function groupProblems(runs: readonly ProblemRun[]): readonly Problem[] {
  const byCause = Map.groupBy(
    runs,
    ({ cause, description, isHeld }) => `${isHeld} ${cause} ${isHeld ? description : ''}`,
  );
  const problems = [...byCause.values()].flatMap((group): Problem[] => {
    const sorted = group.toSorted((a, b) => b.created.localeCompare(a.created));
    const [newest] = sorted;
    if (!newest) return [];
    const { cause, description, isHeld } = newest;
    return [{ cause, description, isHeld, runs: sorted, names: [...new Set(sorted.map(({ parent }) => parent.name))] }];
  });
  return problems.toSorted((a, b) => Number(b.isHeld) - Number(a.isHeld) || b.runs.length - a.runs.length);
}
