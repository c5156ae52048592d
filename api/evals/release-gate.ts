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
import { errors } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';
import { NonEmpty, Nullable } from '../schemas.ts';

/** The gate as bodies and records have it. */
export const RELEASE_GATE = { release_gate: Nullable(ReleaseGate) };
/** What lets an owner have a revision serve all the same. */
export const RELEASE_OVERRIDE = {
  release_gate_override: NonEmpty(2000, {
    description:
      'Reason for activating a revision that has not passed the release gate. Owners only; recorded in the audit log.',
  }),
};

interface Sent {
  readonly release_gate?: ReleaseGate | null;
  readonly release_gate_override?: string;
}

/** What a change of a task or an agent comes to at its gate. */
export interface GateResult {
  /** The gate as it is from now on; undefined where it stays. */
  readonly gate: ReleaseGate | null | undefined;
  readonly overridden: GateOverride | undefined;
}

/** A new task or agent has no eval set yet that a gate could name. Throws a 422. */
export function assertNoGate({ release_gate: gate }: Sent): void {
  if (gate) throw errors.invalid(['release_gate', 'eval_set_id'], evalProblems.unknown_gate_set);
}

/**
 * Holds a change against the gate, as the change leaves it. `serving` are the revisions that are to serve and do not yet;
 * undefined where the body says nothing of what serves. Throws a 409 that says what is missing, a 403 for who may not loosen or
 * override a gate that is there, a 422 for a gate that can't be.
 */
export async function applyGate(
  trx: Executor,
  caller: Caller,
  of: EvalTarget & { readonly now: ReleaseGate | null },
  body: Sent | undefined,
  serving: readonly string[] | undefined,
): Promise<GateResult> {
  const { now } = of;
  const note = body?.release_gate_override;
  const changes = body?.release_gate !== undefined && !isDeepStrictEqual(body.release_gate, now);
  if (note !== undefined || (changes && now !== null)) assertCanOverride(caller, of);
  if (note !== undefined && serving === undefined)
    throw errors.invalid('release_gate_override', evalProblems.override_without_revision);
  const gate = changes ? (body?.release_gate ?? null) : undefined;
  if (gate) await assertValidGate(trx, of, gate);
  const overridden = await assertGatePassed(trx, of, gate === undefined ? now : gate, {
    revisionIds: serving ?? [],
    note,
  });
  return { gate, overridden };
}

/** What an event tells of it; nothing where there is nothing to tell. */
export function toGateAudit({ gate, overridden }: GateResult, now: ReleaseGate | null): object {
  return {
    ...(gate !== undefined && { release_gate: { before: now, after: gate } }),
    ...(overridden && { release_gate_override: overridden }),
  };
}

/**
 * Refuses to change what a set that is a gate holds revisions to, from whoever may not override the gate: it would be another
 * gate. The transaction has locked the set. Throws a 403.
 */
export async function assertCanChangeSet(trx: Executor, caller: Caller, set: GatingSet): Promise<void> {
  const of = { kind: set.kind, resourceId: set.resource_id };
  if (await isReleaseGate(trx, of, set.id)) assertCanOverride(caller, of);
}

/** A set as far as it may be a gate. */
type GatingSet = Pick<EvalSetRow, 'id' | 'kind' | 'resource_id'>;

function assertCanOverride({ grants, subject }: Caller, { kind, resourceId }: EvalTarget): void {
  if (hasPermission(grants, `${kind}:override_release_gate`)) return;
  throw accessErrors.permissionCheckFailed(subject, { type: kind, id: resourceId }, 'override_release_gate');
}
