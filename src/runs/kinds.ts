import { agentRunKind } from '../agents/runs/run-kind.ts';
import { agentEvalKind } from '../evals/agents/run-kind.ts';
import { taskEvalKind } from '../evals/tasks/run-kind.ts';
import { ingestionKind } from '../knowledge/ingestion/run-kind.ts';
import { sourceRunKind } from '../knowledge/sources/run-kind.ts';
import type { Db } from '../platform/db/client.ts';
import { taskRunKind } from '../tasks/run-kind.ts';
import { type ChangeKind, changeKindsOf } from './change-kind.ts';
import type { RunKind } from './kind.ts';
import { type StoppingRun, stopRunsOf } from './stop.ts';

/** Every kind of run. */
export const RUN_KINDS: readonly RunKind[] = [
  agentRunKind,
  taskRunKind,
  ingestionKind,
  sourceRunKind,
  taskEvalKind,
  agentEvalKind,
];

/** What a project's followers hear of. */
export const CHANGE_KINDS: readonly ChangeKind[] = changeKindsOf(RUN_KINDS);

/** Asks all unfinished runs of a project to stop, of whatever kind, as {@link stopRunsOf} does. */
export async function* stopRunsOfProject(db: Db, projectId: string): AsyncGenerator<StoppingRun[]> {
  for (const kind of RUN_KINDS) yield* stopRunsOf(db, kind, 'project_id', projectId);
}
