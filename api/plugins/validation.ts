import fastJson from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { parseTimestamp } from '../../src/platform/dates.ts';
import { isId } from '../../src/platform/ids.ts';
import { isEmailAddress } from '../../src/platform/mail/address.ts';
import { createNullRemover } from '../../src/platform/nulls.ts';
import { idSpeller } from './id-spelling.ts';

/**
 * How schemas become code. Bodies are taken as they are, but for null where it stands for a field that is left out; query
 * values are text and get the type their schema names; identifiers get the spelling of the records. Unknown keys are ignored, as clients of this interface rely on it. A schema is compiled when it is first needed: compiling all of
 * them is a quarter of the time a process takes to start, and most processes never need most of them. The code stays as it
 * is made: to shorten it takes a third of the time of compiling, and the engine does it anyway.
 */
export function compileSchemas(app: FastifyInstance): void {
  const body = builders({ coerceTypes: false });
  const text = builders({ coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body'
      ? lateValidator(body, schema as object, createNullRemover(schema as object))
      : lateValidator(text, schema as object),
  );
  const compile = fastJson()(undefined, { ajv: { code: { optimize: false } } });
  app.setSerializerCompiler((route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile({ httpStatus: '', ...route });
      return serialize(answer);
    };
  });
}

/** Most values, and characters of their texts, of what is searched for every problem. */
const MODEST_VALUES = 1000;
const MODEST_TEXT = 100_000;

/** One that stops at the first problem, and one that goes on and lists them all. */
interface Builders {
  readonly first: Ajv;
  readonly all: Ajv;
}

/**
 * Leaves its findings where Fastify looks for them, as the compiled function does. Only data of a usual size is searched for
 * all its problems: a list of a million wrong items would make a million of them.
 */
function lateValidator({ first, all }: Builders, schema: object, prepare?: (data: unknown) => void) {
  let check: ValidateFunction | undefined;
  let spell: ReturnType<typeof idSpeller>;
  let search: ValidateFunction | undefined;
  const late = Object.assign(
    (data: unknown) => {
      if (check === undefined) {
        check = first.compile(schema);
        spell = idSpeller(schema);
      }
      prepare?.(data);
      if (check(data)) {
        spell?.(data);
        return true;
      }
      late.errors = check.errors;
      if (isModest(data)) {
        search ??= all.compile(schema);
        if (!search(data)) late.errors = search.errors;
      }
      return false;
    },
    { errors: undefined as ValidateFunction['errors'] },
  );
  return late;
}

function isModest(data: unknown): boolean {
  const open = [data];
  let values = 0;
  let text = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') text += value.length;
    else if (value !== null && typeof value === 'object') {
      const inner: unknown[] = Object.values(value);
      values += inner.length;
      if (values <= MODEST_VALUES) open.push(...inner);
    }
    if (values > MODEST_VALUES || text > MODEST_TEXT) return false;
  }
  return true;
}

function builders(options: { coerceTypes: false | 'array' }): Builders {
  return { first: build({ ...options, allErrors: false }), all: build({ ...options, allErrors: true }) };
}

function build(options: { coerceTypes: false | 'array'; allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    useDefaults: true,
    strict: false,
    allowUnionTypes: true,
    code: { optimize: false },
    ...options,
  });
  formats.default(ajv, ['uri', 'date']);
  ajv.addFormat('email', isEmailAddress);
  // Identifiers are what they are in a path: the library's own format also takes what the database does not.
  ajv.addFormat('uuid', isId);
  ajv.addFormat('date-time', (text) => parseTimestamp(text) !== undefined);
  return ajv;
}
