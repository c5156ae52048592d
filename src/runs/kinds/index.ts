import { agentRunKind } from './agent-run.ts';
import type { RunKind } from './kind.ts';
import { taskRunKind } from './task-run.ts';

/** Every kind of run. */
export const RUN_KINDS: readonly RunKind[] = [agentRunKind, taskRunKind];
