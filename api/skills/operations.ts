import type { Operation } from '../operation.ts';
import { SKILL_CATALOG_OPERATIONS } from './catalog.ts';
import { SKILL_EXCHANGE_OPERATIONS } from './exchange.ts';
import { SKILL_REVISION_OPERATIONS } from './revisions.ts';
import { SKILL_RECORD_OPERATIONS } from './skills.ts';

export const SKILL_OPERATIONS: readonly Operation[] = [
  ...SKILL_RECORD_OPERATIONS,
  ...SKILL_REVISION_OPERATIONS,
  ...SKILL_EXCHANGE_OPERATIONS,
  ...SKILL_CATALOG_OPERATIONS,
];
