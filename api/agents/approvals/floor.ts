import type { Static } from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { holds } from '../../../src/access/permissions.ts';
import { holdsLess } from '../../../src/agents/approvals/looser.ts';
import type { ApprovalPolicy } from '../../../src/agents/approvals/policy.ts';
import type { ApprovalFloor } from '../../../src/agents/fields.ts';
import type { Caller } from '../../plugins/access.ts';
import { checkDurations } from '../revision.ts';

/** What an approval floor is set on. */
export interface FloorOf {
  readonly type: 'organization' | 'project';
  readonly id: string;
  /** As it is stored. */
  readonly now: object | null | undefined;
}

/**
 * A floor under approval policies as it is stored; undefined where a body says nothing of one. Throws a 422 on a bad term, a
 * 403 where it holds less than before and the caller may not loosen it.
 */
export function floorOf(
  { holdings, subject }: Caller,
  { type, id, now }: FloorOf,
  sent: Static<typeof ApprovalFloor> | undefined,
): ApprovalPolicy | null | undefined {
  if (sent === undefined) return undefined;
  const floor: ApprovalPolicy | null = sent && { default: 'never', rules: [], ...sent };
  if (floor) checkDurations(floor, 'approval_floor');
  if (holdsLess(floor, (now ?? null) as ApprovalPolicy | null) && !holds(holdings, `${type}:loosen_approval_floor`))
    throw accessErrors.permissionCheckFailed(subject, { type, id }, 'loosen_approval_floor');
  return floor;
}
