import type { Operation } from '../operation.ts';
import { BUDGET_OPERATIONS } from './budgets.ts';
import { ENTRY_OPERATIONS } from './entries.ts';

export const USAGE_OPERATIONS: readonly Operation[] = [...ENTRY_OPERATIONS, ...BUDGET_OPERATIONS];
