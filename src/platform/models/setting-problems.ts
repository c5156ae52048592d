import type { ErrorObject } from 'ajv';
import { toProblemAt, ValidationError, type ValidationProblem } from '../errors.ts';
import { toSchemaProblem } from '../schema-problems.ts';
import { modelProblems } from './problems.ts';
import type { ProviderName } from './providers/index.ts';

/** Throws a 422 unless the list is empty. */
export function assertNoProblems(problems: readonly ValidationProblem[]): void {
  if (problems.length > 0) throw new ValidationError(problems);
}

/** Converts an Ajv error of a setting's value. `toLocation` returns the location of a setting. */
export function toValueProblem(
  error: ErrorObject,
  provider: ProviderName,
  toLocation: (name: string) => string[],
): ValidationProblem {
  const [name = '', ...rest] = error.instancePath.split('/').slice(1);
  const problem = modelProblems.invalid_model_setting({ problem: toSchemaProblem(error), provider });
  return toProblemAt([...toLocation(name), ...rest], problem);
}
