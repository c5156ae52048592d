import type { FastifyRequest } from 'fastify';
import { Problems, ValidationError, type ValidationProblem } from '../../src/platform/errors.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { type Path, ValidParts } from './valid-parts.ts';

/**
 * Adds the problems that an operation's checks find in the valid parts of a body to those of its schema, at most
 * `limit`. If the checks fail otherwise, only the schema's problems are returned.
 */
export async function addCheckProblems(
  ctx: ApiContext,
  request: FastifyRequest,
  schemaError: ValidationError,
  findSchemaProblems: (body: object) => readonly ValidationProblem[],
  limit: number,
): Promise<ValidationError> {
  const { operation } = request.routeOptions.config;
  if (operation?.request.checks === undefined || !isRecord(request.body)) return schemaError;
  const parts = ValidParts.extract(request.body, (body) => findSchemaProblems(body).map(({ loc }) => loc.slice(1)));
  if (parts === undefined) return schemaError;
  const absent = [...parts.removed, ...schemaError.problems.map(({ loc }) => loc.slice(1))];
  const rejected = new Set<unknown>(absent.map(([name]) => name));
  const dependent = listDependentPaths(operation, rejected);
  const unchecked = new Set(dependent.filter((path) => path.length === 1).flat());
  const problems = new Problems();
  problems.add(schemaError.problems);
  try {
    const kept = Object.entries(parts.body).filter(([name]) => !unchecked.has(name));
    await runChecks(ctx, request, operation, Object.fromEntries(kept), new Set([...rejected, ...unchecked]));
  } catch (failure) {
    if (failure instanceof DryRunEnd) return schemaError;
    if (!(failure instanceof ValidationError)) {
      request.log.debug({ err: failure }, 'the checks of an invalid body failed');
      return schemaError;
    }
    // For a part that failed the schema, a check only sees its absence or a placeholder.
    const found = failure.problems.map((problem) => toOriginal(problem, parts));
    const isCaused = ({ loc: [, ...path] }: ValidationProblem) =>
      absent.some((part) => isRelated(part, path)) || dependent.some((pattern) => matchesPattern(pattern, path));
    problems.add(found.filter((problem) => !isCaused(problem)));
  }
  return problems.toError(limit);
}

function toOriginal(problem: ValidationProblem, parts: ValidParts): ValidationProblem {
  const [location = 'body', ...path] = problem.loc;
  return { ...problem, loc: [location, ...parts.toOriginal(path)] };
}

/** Returns whether one of two paths contains the other. */
function isRelated(one: Path, other: Path): boolean {
  return one.every((key, index) => index >= other.length || key === other[index]);
}

function matchesPattern(pattern: readonly string[], path: Path): boolean {
  return pattern.every((part, index) => index < path.length && (part === '*' || part === path[index]));
}

/** Returns the paths whose rules depend on rejected fields. */
function listDependentPaths({ request }: Operation, rejected: ReadonlySet<unknown>): readonly (readonly string[])[] {
  const dependent = Object.entries(request.dependentFields ?? {});
  return dependent.flatMap(([name, paths]) => (rejected.has(name) ? paths.map((path) => path.split('.')) : []));
}

async function runChecks(
  ctx: ApiContext,
  request: FastifyRequest,
  op: Operation,
  body: object,
  refused: ReadonlySet<unknown>,
) {
  const { checks } = op.request;
  const { caller, params, query, parents, uploads = [] } = request;
  const input = { ctx, caller, params, query, parents, uploads, request };
  if (checks === 'dry-run') {
    const whole = { ...getPlaceholders(op, refused), ...body };
    await op.handle({ ...input, body: whole, change: createDryRun(ctx) } as never);
  } else await checks?.({ ...input, body, refused } as never);
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly required?: readonly string[];
}

/** Returns valid values for required fields that a body lacks: their defaults, or those of the declared example. */
function getPlaceholders({ request: { body, example } }: Operation, unchecked: ReadonlySet<unknown>): object {
  const { properties = {}, required = [] } = body as ObjectSchema;
  const names = Object.keys(properties).filter((name) => required.includes(name) || unchecked.has(name));
  const values = names.map((name) => {
    const initial = properties[name]?.default;
    return [name, initial ?? (required.includes(name) ? Reflect.get(Object(example), name) : undefined)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Ends the change of a dry run. */
class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd';
}

/** Creates a change that runs its work and rolls it back. */
function createDryRun({ db }: ApiContext): Change {
  const end = (): never => {
    throw new DryRunEnd('the change was only a dry run');
  };
  const runAndRollBack: (...parameters: Parameters<Change>) => Promise<never> = (work) =>
    db.transaction().execute(async (trx) => {
      await work(trx);
      return end();
    });
  return Object.assign(runAndRollBack, { none: end });
}
