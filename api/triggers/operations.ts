import Type from 'typebox';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { Id, StringEnum } from '../../src/platform/schemas.ts';
import { TARGET_TYPES } from '../../src/triggers/contract.ts';
import { TRIGGER_KINDS, TRIGGER_TYPES } from '../../src/triggers/kinds/index.ts';
import { listTriggers } from '../../src/triggers/queries.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, LIMIT_QUERY } from '../plugins/pagination.ts';
import { createCommonOperations, TAG } from './common.ts';
import { createCreateOperation } from './create.ts';
import { TRIGGERS } from './paths.ts';
import { SCHEDULE_OPERATIONS } from './schedule-operations.ts';
import { Trigger, toTriggerSummary } from './schemas.ts';
import { createUpdateOperation } from './update.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

const list = operation(
  {
    id: 'trigger.list',
    method: 'GET',
    path: TRIGGERS,
    tag: TAG,
    summary: 'List triggers',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...LIMIT_QUERY,
        trigger_type: Type.Optional(StringEnum(TRIGGER_TYPES)),
        target_type: Type.Optional(StringEnum(TARGET_TYPES)),
        target_id: Type.Optional(Id),
      }),
    },
    response: { schemas: { 200: Envelope(Trigger) } },
  },
  async ({ ctx, caller, query, page }) => {
    const filter = { type: query.trigger_type, targetType: query.target_type, targetId: query.target_id };
    return mapPage(await listTriggers(ctx.db, caller.projectId, filter, page), (row) =>
      toTriggerSummary(ctx, caller, row),
    );
  },
);

export const TRIGGER_OPERATIONS: readonly Operation[] = [
  list,
  ...TRIGGER_KINDS.flatMap((kind) => [
    createCreateOperation(kind),
    createUpdateOperation(kind),
    ...createCommonOperations(kind),
  ]),
  ...WEBHOOK_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
];
