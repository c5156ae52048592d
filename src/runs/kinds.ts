import { agentRunKind } from '../agents/runs/run-kind.ts';
import { taskRunKind } from '../tasks/run-kind.ts';
import type { RunKind } from './kind.ts';

/** Every kind of run. */
export const RUN_KINDS: readonly RunKind[] = [agentRunKind, taskRunKind];
