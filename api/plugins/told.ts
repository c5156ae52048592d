import type { Permission } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { SECURABLES } from '../../src/access/securables.ts';
import { CHANGE_KINDS } from '../../src/runs/kinds.ts';
import type { Told } from '../../src/runs/told.ts';
import type { Operation } from '../operation.ts';
import type { Caller } from './access.ts';
import type { AuditNote } from './audit.ts';

/** What followers hear of by its state: a run that was asked to stop tells so itself. */
const TELL_THEMSELVES: ReadonlySet<string> = new Set(
  CHANGE_KINDS.map(({ name, run }) => (name === run.name ? run.resource : name)),
);

/** An operation as far as it says who learns of its change; a page says nothing. */
export type Telling = {
  readonly auth?: Pick<Operation['auth'], 'permission'>;
  readonly audit: Pick<Operation['audit'], 'audience'>;
};

/**
 * Who learns of a change that an operation made: whoever holds the permission that it declares in `told`, else whoever may
 * see the resource, or what it is a part of, which the operation's own permission is asked on.
 */
export function toldOf(op: Telling, caller: Caller | undefined, note: AuditNote): Told | null {
  if (note.told !== undefined) return note.told;
  const { type, id } = note.resource;
  if (TELL_THEMSELVES.has(type)) return null;
  const permission = op.audit.audience ?? seeing(isSecurable(type) ? type : op.auth?.permission.split(':')[0]);
  if (permission === undefined) return null;
  const [on] = permission.split(':');
  return { permission, of: type === on ? id : (caller?.slots.find((slot) => slot.type === on)?.id ?? null) };
}

function isSecurable(type: string): type is SecurableType {
  return Object.hasOwn(SECURABLES, type);
}

function seeing(type: string | undefined): Permission | undefined {
  return type !== undefined && isSecurable(type) ? `${type}:view` : undefined;
}
