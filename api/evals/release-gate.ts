import { isDeepStrictEqual } from 'node:util';
import { accessErrors } from '../../src/access/errors.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import {
  assertGatePassed,
  assertValidGate,
  type GateOverride,
  isReleaseGate,
  ReleaseGate,
} from '../../src/evals/gate.ts';
import { evalProblems } from '../../src/evals/problems.ts';
import type { EvalTarget } from '../../src/evals/runs.ts';
import type { EvalSetRow } from '../../src/evals/sets.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, Problems } from '../../src/platform/errors.ts';
import { NonBlankText, Nullable } from '../../src/platform/schemas.ts';
import type { Caller } from '../caller.ts';

/** Release gate in bodies and records. */
export const RELEASE_GATE = { release_gate: Nullable(ReleaseGate) };
/** Lets an owner activate a revision that has not passed. */
export const RELEASE_OVERRIDE = {
  release_gate_override: NonBlankText(2000, {
    description:
      'Reason for activating a revision that has not passed the release gate. Owners only; recorded in the audit log.',
  }),
};

interface Sent {
  readonly release_gate?: ReleaseGate | null;
  readonly release_gate_override?: string;
}

/** A task or agent with its current gate. */
type GatedTarget = EvalTarget & { readonly now: ReleaseGate | null };

/** Result of applying a release gate to a change. */
export interface GateResult {
  /** The new gate. Undefined if unchanged. */
  readonly gate: ReleaseGate | null | undefined;
  readonly overridden: GateOverride | undefined;
}

/**
 * Validates the body of a new task or agent by `validate`. Throws a 422 with all problems, also for a gate: there is no
 * eval set for it yet.
 */
export async function validateWithoutGate<T>({ release_gate: gate }: Sent, validate: () => Promise<T>): Promise<T> {
  const problems = new Problems();
  await problems.run(() => {
    if (gate) throw errors.invalid(['release_gate', 'eval_set_id'], evalProblems.unknown_gate_set);
  });
  return problems.runLast(validate);
}

/** Throws a 422 if a body sets an invalid gate. */
export async function assertGateValid(trx: Executor, of: GatedTarget, body: Sent): Promise<void> {
  const gate = findNewGate(of, body);
  if (gate) await assertValidGate(trx, of, gate);
}

/** Returns the gate that a body sets. Undefined if it keeps the current one. */
function findNewGate({ now }: GatedTarget, { release_gate: gate }: Sent = {}): ReleaseGate | null | undefined {
  return isDeepStrictEqual(gate, now) ? undefined : gate;
}

/**
 * Applies the release gate to a change. `serving` are the newly activated revisions, or undefined if the change
 * activates none. The gate was validated. Throws a 409 with the missing evals, a 403 if the caller cannot loosen or
 * override the gate, and a 422 for an override without a revision.
 */
export async function applyGate(
  trx: Executor,
  caller: Caller,
  of: GatedTarget,
  body: Sent | undefined,
  serving: readonly string[] | undefined,
): Promise<GateResult> {
  const { now } = of;
  const note = body?.release_gate_override;
  const gate = findNewGate(of, body);
  if (note !== undefined || (gate !== undefined && now !== null)) assertCanOverride(caller, of);
  if (note !== undefined && serving === undefined)
    throw errors.invalid('release_gate_override', evalProblems.override_without_revision);
  const overridden = await assertGatePassed(trx, of, gate === undefined ? now : gate, {
    revisionIds: serving ?? [],
    note,
  });
  return { gate, overridden };
}

/** Returns the audit payload of a gate. Empty without a change. */
export function toGateAudit({ gate, overridden }: GateResult, now: ReleaseGate | null): object {
  return {
    ...(gate !== undefined && { release_gate: { before: now, after: gate } }),
    ...(overridden && { release_gate_override: overridden }),
  };
}

/**
 * Throws a 403 if the caller changes a set that is a release gate without permission to override it. The transaction
 * must have locked the set.
 */
export async function assertCanChangeSet(trx: Executor, caller: Caller, set: GatingSet): Promise<void> {
  const of = { kind: set.kind, resourceId: set.resource_id };
  if (await isReleaseGate(trx, of, set.id)) assertCanOverride(caller, of);
}

/** The fields of a set that determine whether it is a gate. */
type GatingSet = Pick<EvalSetRow, 'id' | 'kind' | 'resource_id'>;

function assertCanOverride({ grants, subject }: Caller, { kind, resourceId }: EvalTarget): void {
  if (hasPermission(grants, `${kind}:override_release_gate`)) return;
  throw accessErrors.permissionCheckFailed(subject, { type: kind, id: resourceId }, 'override_release_gate');
}
