import Type, { type TObject } from 'typebox';
import { getTriggerKind } from '../../src/triggers/kinds/index.ts';
import type { TriggerKind } from '../../src/triggers/kinds/kind.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { toKindPath } from './paths.ts';
import { TRIGGER_RECORD, toTriggerSummary } from './schemas.ts';

const schemas = new Map<string, TObject>();

/** Schema of the versioned record of a kind. All operations share it. */
export function getTriggerRecord({ type, title, record }: TriggerKind): TObject {
  const known = schemas.get(type);
  if (known) return known;
  const path = `${toKindPath(type)}/{trigger_id}`;
  const schema = toVersionedSchema(
    { table: 'triggers', path },
    Type.Object({ ...TRIGGER_RECORD, ...record }, { title }),
  );
  schemas.set(type, schema);
  return schema;
}

/** Returns the complete record of a trigger, as the caller can see it. */
export async function toTriggerRecord(ctx: ApiContext, caller: Caller, row: TriggerRow) {
  return { ...toTriggerSummary(ctx, caller, row), ...(await getTriggerKind(row.type).toRecord(ctx.db, row)) };
}
