import type { Operation } from '../../operation.ts';
import { INTEGRATION_AUTHORIZATION_OPERATIONS } from './authorization.ts';
import { INTEGRATION_CATALOGUE_OPERATIONS } from './catalogue.ts';
import { INTEGRATION_RECORD_OPERATIONS } from './records.ts';

export const INTEGRATION_OPERATIONS: readonly Operation[] = [
  ...INTEGRATION_RECORD_OPERATIONS,
  ...INTEGRATION_CATALOGUE_OPERATIONS,
  ...INTEGRATION_AUTHORIZATION_OPERATIONS,
];
