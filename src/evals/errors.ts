import { DomainError } from '../platform/errors.ts';

/** Errors of evals. */
export const evalErrors = {
  setInUse: (setId: string) =>
    new DomainError(409, 'EVAL_SET_IN_USE', 'an eval that has not ended uses this set: stop it or wait for its end', {
      eval_set_id: setId,
    }),
  releaseGate: (gate: { readonly eval_set_id: string; readonly min_pass_rate: number }, missing: readonly object[]) =>
    new DomainError(
      409,
      'RELEASE_GATE',
      'a revision has not passed its release gate: evaluate it, or have an owner set release_gate_override',
      { ...gate, missing },
    ),
  nothingToCompare: (why: string, candidateId?: string) =>
    new DomainError(
      409,
      'NOTHING_TO_EVALUATE',
      why,
      candidateId === undefined ? undefined : { candidate_revision_id: candidateId },
    ),
};
