import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

/**
 * Bodies are taken as they are; query values are text and get the type their schema names. Unknown keys are ignored,
 * as clients of this interface rely on it.
 */
export function compileValidators(app: FastifyInstance): void {
  const body = build({ coerceTypes: false });
  const text = build({ coerceTypes: 'array' });
  app.setValidatorCompiler(({ schema, httpPart }): ValidateFunction => {
    return (httpPart === 'body' ? body : text).compile(schema as object);
  });
}

function build(options: { coerceTypes: false | 'array' }): Ajv {
  const ajv = new Ajv({ useDefaults: true, allErrors: true, strict: false, allowUnionTypes: true, ...options });
  formats.default(ajv, ['date-time', 'email', 'uuid', 'uri', 'date']);
  return ajv;
}
