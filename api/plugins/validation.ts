import fastJson from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { parseTimestamp } from '../../src/platform/dates.ts';
import { isId } from '../../src/platform/ids.ts';
import { OWN_SCHEMAS } from '../../src/platform/json-schema.ts';
import { isEmailAddress } from '../../src/platform/mail/address.ts';
import { createNullRemover } from '../../src/platform/nulls.ts';
import { createIdNormalizer } from './id-normalization.ts';
import { toNullableSchema } from './nullable-schemas.ts';

/**
 * Compiles schemas into validators and serializers. Nulls that stand for omitted fields are removed from bodies, query
 * values are coerced to the type of their schema, and IDs are lowercased. Unknown keys are ignored, because clients
 * rely on it. Schemas compile on first use, since compiling all of them takes a quarter of the startup time. The code
 * is not optimized, because that takes a third of the compile time and the engine does it anyway.
 */
export function compileSchemas(app: FastifyInstance): void {
  const body = createValidators({ coerceTypes: false });
  const query = createValidators({ coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body'
      ? createLazyValidator(body, schema as object, createNullRemover(schema as object))
      : createLazyValidator(query, schema as object),
  );
  const compile = fastJson()(undefined, { ajv: { code: { optimize: false } } });
  app.setSerializerCompiler((route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (payload) => {
      serialize ??= compile({ httpStatus: '', ...route, schema: toNullableSchema(route.schema) });
      return serialize(payload);
    };
  });
}

/** Maximum number of values and characters of data that is checked for all problems. */
const MAX_VALUES_FOR_ALL_ERRORS = 1000;
const MAX_TEXT_FOR_ALL_ERRORS = 100_000;

/** A validator that stops at the first problem, and one that lists all. */
interface Validators {
  readonly first: Ajv;
  readonly all: Ajv;
}

/**
 * Returns a validator that compiles on first use and stores its errors as Fastify expects. Only small data is checked
 * for all problems, because a list of a million invalid items would produce a million errors.
 */
function createLazyValidator({ first, all }: Validators, schema: object, prepare?: (data: unknown) => void) {
  let check: ValidateFunction | undefined;
  let normalizeIds: ReturnType<typeof createIdNormalizer>;
  let checkAll: ValidateFunction | undefined;
  const validate = Object.assign(
    (data: unknown) => {
      if (check === undefined) {
        check = first.compile(schema);
        normalizeIds = createIdNormalizer(schema);
      }
      prepare?.(data);
      const isValid = check(data);
      validate.errors = check.errors;
      if (!isValid && isSmall(data)) {
        checkAll ??= all.compile(schema);
        if (!checkAll(data)) validate.errors = checkAll.errors;
      }
      // The checks of an operation also read the valid fields of an invalid body.
      normalizeIds?.(data);
      return isValid;
    },
    { errors: undefined as ValidateFunction['errors'] },
  );
  return validate;
}

function isSmall(data: unknown): boolean {
  const open = [data];
  let values = 0;
  let query = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') query += value.length;
    else if (value !== null && typeof value === 'object') {
      const inner: unknown[] = Object.values(value);
      values += inner.length;
      if (values <= MAX_VALUES_FOR_ALL_ERRORS) open.push(...inner);
    }
    if (values > MAX_VALUES_FOR_ALL_ERRORS || query > MAX_TEXT_FOR_ALL_ERRORS) return false;
  }
  return true;
}

function createValidators(options: { coerceTypes: false | 'array' }): Validators {
  return { first: build({ ...options, allErrors: false }), all: build({ ...options, allErrors: true }) };
}

function build(options: { coerceTypes: false | 'array'; allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    ...OWN_SCHEMAS,
    useDefaults: true,
    strict: false,
    allowUnionTypes: true,
    code: { optimize: false },
    ...options,
  });
  formats.default(ajv, ['uri', 'date']);
  ajv.addFormat('email', isEmailAddress);
  // The library's own format also accepts UUIDs that the database rejects.
  ajv.addFormat('uuid', isId);
  ajv.addFormat('date-time', (query) => parseTimestamp(query) !== undefined);
  return ajv;
}
