import type { Operation } from '../operation.ts';
import { TASK_TEXT_OPERATIONS } from './llms.ts';
import { INPUT_PROCESSOR_OPERATIONS } from './processors.ts';
import { TASK_REVISION_OPERATIONS } from './revisions.ts';
import { TASK_RUN_OPERATIONS } from './runs.ts';
import { TASK_SERVING_OPERATIONS } from './serving.ts';
import { TASK_RECORD_OPERATIONS } from './tasks.ts';

export const TASK_OPERATIONS: readonly Operation[] = [
  ...TASK_RECORD_OPERATIONS,
  ...TASK_REVISION_OPERATIONS,
  ...TASK_SERVING_OPERATIONS,
  ...TASK_RUN_OPERATIONS,
  ...INPUT_PROCESSOR_OPERATIONS,
  ...TASK_TEXT_OPERATIONS,
];
