import type { Static } from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { hasPermission } from '../../../src/access/permissions.ts';
import { findDisjointRule, isLooserFloor } from '../../../src/agents/approvals/compare-policies.ts';
import type { ApprovalPolicy } from '../../../src/agents/approvals/policy.ts';
import type { ApprovalFloor } from '../../../src/agents/fields.ts';
import { agentProblems } from '../../../src/agents/problems.ts';
import { errors } from '../../../src/platform/errors.ts';
import type { Caller } from '../../caller.ts';
import { assertDurations } from '../revision.ts';

/** What an approval floor is set on. */
export interface FloorScope {
  readonly type: 'organization' | 'project';
  readonly id: string;
  /** As it is stored. */
  readonly now: object | null | undefined;
  /** The floor of the organization that holds beside a project's. */
  readonly organizationFloor?: ApprovalPolicy | undefined;
}

/**
 * A floor under approval policies as it is stored; undefined where a body says nothing of one. Throws a 422 on a bad term and on
 * a rule that leaves nobody to decide beside the organization's floor, a 403 where it holds less than before and the caller
 * may not loosen it.
 */
export function parseFloor(
  { grants, subject }: Caller,
  { type, id, now, organizationFloor }: FloorScope,
  sent: Static<typeof ApprovalFloor> | undefined,
): ApprovalPolicy | null | undefined {
  if (sent === undefined) return undefined;
  const floor: ApprovalPolicy | null = sent && { default: 'never', rules: [], ...sent };
  if (floor) assertDurations(floor, 'approval_floor');
  if (floor && organizationFloor) assertCommonApprovers(floor, organizationFloor);
  if (
    isLooserFloor(floor, (now ?? null) as ApprovalPolicy | null) &&
    !hasPermission(grants, `${type}:loosen_approval_floor`)
  )
    throw accessErrors.permissionCheckFailed(subject, { type, id }, 'loosen_approval_floor');
  return floor;
}

/** Throws a 422 on the first rule whose approvers have no role in common with the organization's floor. */
function assertCommonApprovers(floor: ApprovalPolicy, organizationFloor: ApprovalPolicy): void {
  const disjoint = findDisjointRule(floor, organizationFloor);
  if (!disjoint) return;
  throw errors.invalid(
    ['approval_floor', 'rules'],
    agentProblems.no_common_approver({ index: disjoint.index, approvers: disjoint.others }),
  );
}
