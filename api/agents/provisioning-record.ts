import Type, { type Static } from 'typebox';
import type { DependencyRow } from '../../src/agents/provisioning/queries.ts';
import { createMessageSchemas } from '../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../src/platform/messages.ts';
import { AnyObject, Id, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';
import type { ProvisioningStatus } from '../../src/skills/contract.ts';

const STATUSES = [
  'pending',
  'provisioned',
  'needs_authorization',
  'missing',
  'failed',
] as const satisfies ProvisioningStatus[];

/** Status of one dependency of a skill of a revision. */
export const Provisioning = Type.Object(
  {
    id: Id,
    skill_id: Id,
    skill_revision_id: Id,
    dependency: AnyObject,
    required: Type.Boolean(),
    status: StringEnum(STATUSES, { description: 'Status; pending until the first check' }),
    resource: Nullable(
      Type.Object(
        { type: Type.String(), id: Id },
        { description: 'Resource of the project that satisfies the dependency' },
      ),
    ),
    ...createMessageSchemas('next_step', 'Action that satisfies the dependency, and the role that can take it'),
    checked: Nullable(Timestamp),
  },
  { title: 'Provisioning' },
);

/** Returns the record of a dependency of a revision. */
export function toProvisioningRecord(row: DependencyRow): Static<typeof Provisioning> {
  const { id, skill_id, skill_revision_id, dependency, status, target_type, target_id, next_step, checked } = row;
  return {
    id,
    skill_id,
    skill_revision_id,
    dependency: { ...dependency },
    required: dependency.required,
    status,
    resource: target_type === null || target_id === null ? null : { type: target_type, id: target_id },
    ...toMessageFields('next_step', next_step),
    checked: checked?.toISOString() ?? null,
  };
}
