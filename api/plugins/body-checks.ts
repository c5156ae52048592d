import type { FastifyRequest } from 'fastify';
import { Problems, ValidationError } from '../../src/platform/errors.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';

/**
 * Adds the problems that an operation's checks find in the valid fields of a body to those of its schema, at most
 * `limit`. If the checks fail otherwise, only the schema's problems are returned.
 */
export async function addCheckProblems(
  ctx: ApiContext,
  request: FastifyRequest,
  schemaError: ValidationError,
  limit: number,
): Promise<ValidationError> {
  const { operation } = request.routeOptions.config;
  if (operation?.request.checks === undefined || !isRecord(request.body)) return schemaError;
  const unchecked = listUncheckedFields(operation, schemaError);
  const problems = new Problems();
  problems.add(schemaError.problems);
  try {
    await runChecks(ctx, request, operation, unchecked);
  } catch (failure) {
    if (failure instanceof DryRunEnd) return schemaError;
    if (!(failure instanceof ValidationError)) {
      request.log.debug({ err: failure }, 'the checks of an invalid body failed');
      return schemaError;
    }
    // For a field that failed the schema, a check only sees its absence or a placeholder.
    problems.add(failure.problems.filter(({ loc }) => !unchecked.has(loc[1])));
  }
  return problems.toError(limit);
}

/** Returns the fields that fail the schema, and those whose rules depend on them. */
function listUncheckedFields({ request }: Operation, { problems }: ValidationError): ReadonlySet<unknown> {
  const rejected = new Set<unknown>(problems.map(({ loc }) => loc[1]));
  const dependent = Object.entries(request.dependentFields ?? {});
  return new Set([...rejected, ...dependent.flatMap(([name, fields]) => (rejected.has(name) ? fields : []))]);
}

async function runChecks(ctx: ApiContext, request: FastifyRequest, op: Operation, unchecked: ReadonlySet<unknown>) {
  const { checks } = op.request;
  const kept = Object.entries(request.body as object).filter(([name]) => !unchecked.has(name));
  const body = Object.fromEntries(kept);
  const { caller, params, query, parents, uploads = [] } = request;
  const input = { ctx, caller, params, query, parents, uploads, request };
  if (checks === 'dry-run') {
    const whole = { ...getPlaceholders(op, unchecked), ...body };
    await op.handle({ ...input, body: whole, change: createDryRun(ctx) } as never);
  } else await checks?.({ ...input, body, refused: unchecked } as never);
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
