import type { Operation } from '../../operation.ts';
import { INTEGRATION_AUTHORIZATION_OPERATIONS } from './authorization.ts';
import { INTEGRATION_CATALOG_OPERATIONS } from './catalog.ts';
import { INTEGRATION_RECORD_OPERATIONS } from './records.ts';

export const INTEGRATION_OPERATIONS: readonly Operation[] = [
  ...INTEGRATION_RECORD_OPERATIONS,
  ...INTEGRATION_CATALOG_OPERATIONS,
  ...INTEGRATION_AUTHORIZATION_OPERATIONS,
];
