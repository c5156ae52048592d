import type { Operation } from '../operation.ts';
import { MODEL_EXCLUSION_OPERATIONS } from './exclusions.ts';
import { MODEL_KEY_OPERATIONS } from './keys.ts';
import { MODEL_RECORD_OPERATIONS } from './models.ts';

export const MODEL_OPERATIONS: readonly Operation[] = [
  ...MODEL_RECORD_OPERATIONS,
  ...MODEL_EXCLUSION_OPERATIONS,
  ...MODEL_KEY_OPERATIONS,
];
