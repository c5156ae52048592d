import fastJson from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { momentOf } from '../../src/platform/dates.ts';
import { nullRemover } from './nulls.ts';

/**
 * How schemas become code. Bodies are taken as they are, but for null where it stands for a field that is left out; query
 * values are text and get the type their schema names. Unknown keys are ignored, as clients of this interface rely on it. A schema is compiled when it is first needed: compiling all of
 * them is a quarter of the time a process takes to start, and most processes never need most of them.
 */
export function compileSchemas(app: FastifyInstance): void {
  const body = build({ coerceTypes: false });
  const text = build({ coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body'
      ? lateValidator(() => body.compile(schema as object), nullRemover(schema as object))
      : lateValidator(() => text.compile(schema as object)),
  );
  const compile = fastJson()();
  app.setSerializerCompiler((route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile({ httpStatus: '', ...route });
      return serialize(answer);
    };
  });
}

/** Leaves its findings where Fastify looks for them, as the compiled function does. */
function lateValidator(compile: () => ValidateFunction, prepare?: (data: unknown) => void) {
  let validate: ValidateFunction | undefined;
  const late = Object.assign(
    (data: unknown) => {
      validate ??= compile();
      prepare?.(data);
      const fits = validate(data);
      late.errors = validate.errors;
      return fits;
    },
    { errors: undefined as ValidateFunction['errors'] },
  );
  return late;
}

function build(options: { coerceTypes: false | 'array' }): Ajv {
  const ajv = new Ajv({ useDefaults: true, allErrors: true, strict: false, allowUnionTypes: true, ...options });
  formats.default(ajv, ['email', 'uuid', 'uri', 'date']);
  ajv.addFormat('date-time', (text) => momentOf(text) !== undefined);
  return ajv;
}
