import type { Permission } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import type { ChangeAudience } from '../../src/audit/change-events.ts';
import { CHANGE_KINDS } from '../../src/modules.ts';
import type { Caller } from '../caller.ts';
import type { AuditDetails } from '../change.ts';
import type { Operation } from '../operation.ts';

/** Resource types whose state changes publish their own change events. */
const SELF_PUBLISHING_TYPES: ReadonlySet<string> = new Set(
  CHANGE_KINDS.map(({ name, run }) => (name === run.name ? run.resource : name)),
);

/** The parts of an operation that determine the audience of its change events. Pages have no `auth`. */
export type AudienceDeclaration = {
  readonly auth?: Pick<Operation['auth'], 'permission'>;
  readonly audit: Pick<Operation['audit'], 'audience'>;
};

/**
 * Returns the permission that receives the change event of an operation: the declared audience, or else the permission
 * to view the changed resource or its parent. Returns null if nobody receives it.
 */
export function getAudience(
  op: AudienceDeclaration,
  caller: Caller | undefined,
  details: AuditDetails,
): ChangeAudience | null {
  if (details.audience !== undefined) return details.audience;
  const { type, id } = details.resource;
  if (SELF_PUBLISHING_TYPES.has(type)) return null;
  const permission =
    op.audit.audience ?? toViewPermission(isSecurable(type) ? type : op.auth?.permission.split(':')[0]);
  if (permission === undefined) return null;
  const [permissionType] = permission.split(':');
  return {
    permission,
    of: type === permissionType ? id : (caller?.slots.find((slot) => slot.type === permissionType)?.id ?? null),
  };
}

function isSecurable(type: string): type is SecurableType {
  return Object.hasOwn(SECURABLES, type);
}

function toViewPermission(type: string | undefined): Permission | undefined {
  return type !== undefined && isSecurable(type) ? `${type}:view` : undefined;
}
