import type { Operation } from '../operation.ts';
import { SKILL_CATALOGUE_OPERATIONS } from './catalogue.ts';
import { SKILL_EXCHANGE_OPERATIONS } from './exchange.ts';
import { SKILL_REVISION_OPERATIONS } from './revisions.ts';
import { SKILL_RECORD_OPERATIONS } from './skills.ts';

export const SKILL_OPERATIONS: readonly Operation[] = [
  ...SKILL_RECORD_OPERATIONS,
  ...SKILL_REVISION_OPERATIONS,
  ...SKILL_EXCHANGE_OPERATIONS,
  ...SKILL_CATALOGUE_OPERATIONS,
];
