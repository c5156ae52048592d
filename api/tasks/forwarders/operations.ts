import type { Operation } from '../../operation.ts';
import { DELIVERY_OPERATIONS } from './deliveries.ts';
import { FORWARDER_RECORD_OPERATIONS } from './forwarders.ts';
import { FORWARDER_TYPE_OPERATIONS } from './types.ts';

export const FORWARDER_OPERATIONS: readonly Operation[] = [
  ...FORWARDER_TYPE_OPERATIONS,
  ...FORWARDER_RECORD_OPERATIONS,
  ...DELIVERY_OPERATIONS,
];
