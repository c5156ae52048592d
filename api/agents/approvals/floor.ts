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

/** Owner of an approval floor. */
interface FloorScope {
  readonly type: 'organization' | 'project';
  readonly id: string;
  /** The stored floor. */
  readonly now: object | null | undefined;
  /** The organization's floor, which also applies to a project. */
  readonly organizationFloor?: ApprovalPolicy | undefined;
}

/**
 * Parses an approval floor. Returns undefined if the body has none. Throws a 422 for an invalid duration or a rule
 * without common approvers, and a 403 if the caller cannot loosen the floor.
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

/** Throws a 422 for the first rule whose approvers have no role in common with the organization's floor. */
function assertCommonApprovers(floor: ApprovalPolicy, organizationFloor: ApprovalPolicy): void {
  const disjoint = findDisjointRule(floor, organizationFloor);
  if (!disjoint) return;
  throw errors.invalid(
    ['approval_floor', 'rules'],
    agentProblems.no_common_approver({ index: disjoint.index, approvers: disjoint.others }),
  );
}
