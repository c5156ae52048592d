import { sha256 } from '../platform/digest.ts';
import { errors, toProblemAt, ValidationError, type ValidationProblem } from '../platform/errors.ts';
import { commonProblems } from '../platform/problems.ts';
import { listPromptVariables } from '../platform/prompt.ts';
import { checkOutputFormat } from './output-grammar.ts';
import { taskProblems } from './problems.ts';
import { listOptionalParams } from './processors/index.ts';
import type { ActiveRevision, RevisionFields } from './queries.ts';

/** Input variables of a revision, in order of appearance. */
export function listInputParams(systemPrompt: string, userPrompt: string): string[] {
  return listPromptVariables(systemPrompt, userPrompt);
}

/** Validates modality and output format. Throws a 422 with all problems. */
export function assertOutputValid(modality: string, format: Record<string, unknown> | null): void {
  if (modality === 'json' && format === null) throw errors.invalid('output_format', taskProblems.output_format_missing);
  if (modality !== 'json' && format !== null)
    throw errors.invalid('output_format', taskProblems.output_format_not_used);
  if (format === null) return;
  const problems = checkOutputFormat(format);
  if (problems.length === 0) return;
  throw new ValidationError(
    problems.map(({ path, problem }) => toProblemAt(['body', 'output_format', ...path], problem)),
  );
}

/** Validates weights: known revisions, each once, all above 0, with a sum of 1. */
export function assertWeightsValid(active: readonly ActiveRevision[], known: readonly string[]): void {
  const problems: ValidationProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { task_revision_id }] of active.entries()) {
    const loc = ['body', 'active_revisions', index, 'task_revision_id'];
    if (!known.includes(task_revision_id)) problems.push(toProblemAt(loc, taskProblems.unknown_task_revision));
    if (seen.has(task_revision_id)) problems.push(toProblemAt(loc, commonProblems.duplicate_item));
    seen.add(task_revision_id);
  }
  const sum = active.reduce((total, item) => total + item.weight, 0);
  if (Math.abs(sum - 1) > 1e-6) {
    problems.push(toProblemAt(['body', 'active_revisions'], taskProblems.weights_not_one({ sum })));
  }
  if (problems.length > 0) throw new ValidationError(problems);
}

/** Returns whether the same revisions serve with the same weights, in any order. */
export function hasSameWeights(one: readonly ActiveRevision[], other: readonly ActiveRevision[]): boolean {
  const weights = new Map(one.map(({ task_revision_id: id, weight }) => [id, weight]));
  return one.length === other.length && other.every((item) => weights.get(item.task_revision_id) === item.weight);
}

/** Finds the active revision with the highest weight. */
export function findLeadingRevision(active: readonly ActiveRevision[]): string | undefined {
  const [leading] = [...active].sort(
    (a, b) => b.weight - a.weight || a.task_revision_id.localeCompare(b.task_revision_id),
  );
  return leading?.task_revision_id;
}

/**
 * Picks the serving revision of a reference, the same one while weights are unchanged. Each revision gets a
 * pseudorandom time by reference, shorter for larger weights, and the shortest wins. A change of weights moves a
 * reference only to a revision that gained, or away from one that lost.
 */
export function pickStickyRevision(
  active: readonly ActiveRevision[],
  taskId: string,
  reference: string,
): string | undefined {
  const candidates = active.map(({ task_revision_id: id, weight }) => ({
    id,
    time: -Math.log(hashToFraction(JSON.stringify([taskId, id, reference]))) / weight,
  }));
  const [first] = candidates.sort((a, b) => a.time - b.time || a.id.localeCompare(b.id));
  return first?.id;
}

/** Hashes a text to a number in (0, 1). */
function hashToFraction(text: string): number {
  return (sha256(text).readUIntBE(0, 6) + 0.5) / 2 ** 48;
}

/** Picks a serving revision by weight; `random` is in [0, 1). */
export function pickRevision(active: readonly ActiveRevision[], random: number): string | undefined {
  let remaining = random;
  for (const item of active) {
    remaining -= item.weight;
    if (remaining < 0) return item.task_revision_id;
  }
  return active.at(-1)?.task_revision_id;
}

/** Validates a run's input by the revision's variables. Throws a 422 with all missing ones. */
export function assertInputValid(
  revision: Pick<RevisionFields, 'input_params' | 'input_processors'>,
  input: Record<string, unknown>,
): void {
  const optional = listOptionalParams(revision.input_processors);
  const missing = revision.input_params.filter(
    (name) => !optional.includes(name) && (!Object.hasOwn(input, name) || input[name] === undefined),
  );
  if (missing.length === 0) return;
  throw new ValidationError(
    missing.map((name) => toProblemAt(['body', 'task_input', name], taskProblems.missing_variable)),
  );
}
