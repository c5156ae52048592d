/** Validates values by external JSON schemas. No schema can throw into a turn or block the process. */
import { createContext, Script } from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { digestJson } from './digest.ts';
import { compileExactly, EXACT_KEYWORDS } from './exact-keywords.ts';
import { hasBigInt, toDoubles } from './json.ts';

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Result of a validation. */
type SchemaValidation =
  | { readonly valid: true }
  | { readonly valid: false; readonly errors: readonly ErrorObject[] }
  /** Error in the schema that prevents validation. */
  | { readonly schemaError: string };

/** Limits of a schema: characters of JSON and levels. */
const MAX_SCHEMA_LENGTH = 256 * 1024;
const MAX_SCHEMA_DEPTH = 50;
/** Maximum number of values, in the schema and in the input, that are validated without a timeout. */
const MAX_UNTIMED_NODES = 1000;
/** Timeouts of compilation and of one validation in milliseconds. */
const COMPILE_TIMEOUT_MS = 250;
const VALIDATION_TIMEOUT_MS = 100;
const TIMEOUT_MESSAGE = 'it takes too long';
/** Consecutive timeouts after which a schema is no longer used. */
const MAX_CONSECUTIVE_TIMEOUTS = 3;
/** Maximum number of errors per value. */
const MAX_ERRORS = 20;
/** Maximum number of compiled schemas in the cache, about 10 KiB each. */
const MAX_COMPILED_SCHEMAS = 500;

/** Options for schemas of the product. Its tests check them, and a metaschema takes longer to compile than most. */
export const OWN_SCHEMAS = { meta: false, validateSchema: false } as const satisfies Options;

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  // External metaschemas are not loaded, and unknown keywords are not logged.
  ...OWN_SCHEMAS,
  validateFormats: false,
  logger: false,
  // Without this option, a key such as "constructor" counts as present in every object.
  ownProperties: true,
};

/** A compiled schema. */
export interface SchemaValidator {
  readonly run: (value: unknown) => boolean;
  /** Has the errors of the last run. */
  readonly validate: ValidateFunction;
}

/** External schema and its state. */
interface SchemaEntry {
  readonly isLinear: boolean;
  /** Undefined before compilation, null if it fails. */
  validator: SchemaValidator | null | undefined;
  /** Validator of values with integers that a double would round, like `validator`. */
  exactValidator: SchemaValidator | null | undefined;
  /** Number of consecutive timeouts. */
  timeouts: number;
}

const entries = new LRUCache<string, SchemaEntry>({ max: MAX_COMPILED_SCHEMAS });

/**
 * Compiles a trusted schema, for values with bigints if `isExact`. Validators share no state, so that each can be
 * garbage collected.
 */
export function compileTrustedSchema(schema: object, isExact = false): SchemaValidator {
  return compileDraft(Ajv, schema, isExact);
}

/** Returns a check of values by a trusted schema, which compiles at the first use and not when its module loads. */
export function createTrustedCheck(schema: object): TrustedCheck {
  let validator: SchemaValidator | undefined;
  return (value) => {
    validator ??= compileTrustedSchema(schema);
    const isValid = validator.run(value);
    return { isValid, errors: validator.validate.errors ?? [] };
  };
}

/** Validates a value by a schema of the product. */
type TrustedCheck = (value: unknown) => { readonly isValid: boolean; readonly errors: readonly ErrorObject[] };

/** Validates an untrusted value by an untrusted schema. Compiled schemas are cached. */
export function validateAgainstSchema(schema: JsonSchema, value: unknown): SchemaValidation {
  const size = measure(schema, MAX_SCHEMA_DEPTH);
  // Depth comes first: serializing unbounded nesting would exhaust the stack.
  if (size.depth > MAX_SCHEMA_DEPTH) return { schemaError: `it is nested more than ${MAX_SCHEMA_DEPTH} levels deep` };
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH)
    return { schemaError: `it is longer than ${MAX_SCHEMA_LENGTH} characters` };
  const key = digestJson(schema);
  const isLinearSchema = () => size.nodes <= MAX_UNTIMED_NODES && hasOnlyLinearKeywords(schema);
  const entry = entries.get(key) ?? {
    isLinear: isLinearSchema(),
    validator: undefined,
    exactValidator: undefined,
    timeouts: 0,
  };
  entries.set(key, entry);
  if (entry.timeouts >= MAX_CONSECUTIVE_TIMEOUTS) return { schemaError: TIMEOUT_MESSAGE };
  try {
    const result = validateEntry(entry, schema, value);
    entry.timeouts = 0;
    return result;
  } catch (error) {
    if (isTimeout(error)) entry.timeouts++;
    // The only remaining error is endless recursion of the schema.
    return { schemaError: isTimeout(error) ? TIMEOUT_MESSAGE : 'its references do not end' };
  }
}

function validateEntry(entry: SchemaEntry, schema: JsonSchema, value: unknown): SchemaValidation {
  const { isLinear } = entry;
  const kind = hasBigInt(value) ? 'exactValidator' : 'validator';
  if (entry[kind] === undefined) entry[kind] = compile(schema, isLinear, kind === 'exactValidator');
  const validator = entry[kind];
  if (!validator) return { schemaError: 'it is not a supported JSON schema' };
  const { validate } = validator;
  const run = () => validator.run(value);
  const isSmall = isLinear && measure(value, MAX_UNTIMED_NODES).nodes <= MAX_UNTIMED_NODES;
  const valid = isSmall ? run() : runWithTimeout(VALIDATION_TIMEOUT_MS, run);
  const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
  // The cached validator would retain the errors.
  validate.errors = null;
  return valid ? { valid: true } : { valid: false, errors };
}

/** Returns null if no draft can read the schema. Throws on a timeout. */
function compile(schema: JsonSchema, isLinear: boolean, isExact: boolean): SchemaValidator | null {
  const ownSchema = removeIdentities(schema) as JsonSchema;
  for (const Draft of listDrafts(schema)) {
    const work = () => compileDraft(Draft, ownSchema, isExact);
    try {
      return isLinear ? work() : runWithTimeout(COMPILE_TIMEOUT_MS, work);
    } catch (error) {
      if (isTimeout(error)) throw error;
    }
  }
  return null;
}

function compileDraft(Draft: typeof Ajv | typeof Ajv2020, schema: object, isExact: boolean): SchemaValidator {
  if (isExact)
    return compileExactly(new Draft({ ...OPTIONS, passContext: true }), withDoublesBesideRules(schema) as object);
  const validate = new Draft(OPTIONS).compile(toDoubles(schema));
  return { run: (value) => validate(value), validate };
}

/**
 * Lists the drafts to try, the most likely first. Most schemas name none, and array `items` belong to the older drafts.
 */
function listDrafts({ $schema }: JsonSchema): readonly (typeof Ajv | typeof Ajv2020)[] {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? [Ajv, Ajv2020] : [Ajv2020, Ajv];
}

/** Keywords whose cost is linear in schema and value. */
const LINEAR_KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'nullable'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
/** Keywords whose value is a map of schemas, and those whose value is data. */
const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'examples', 'example']);

/** Returns whether a schema needs no timeout. A timeout costs 0.1 ms and depends on the machine's clock. */
function hasOnlyLinearKeywords(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasOnlyLinearKeywords);
  if (typeof schema !== 'object' || schema === null) return true;
  return Object.entries(schema).every(([key, value]) => {
    if (!LINEAR_KEYWORDS.has(key)) return false;
    if (DATA_KEYWORDS.has(key)) return true;
    return SCHEMA_MAP_KEYWORDS.has(key)
      ? Object.values(value ?? {}).every(hasOnlyLinearKeywords)
      : hasOnlyLinearKeywords(value);
  });
}

/** Keywords that share a schema or change how it is read. */
const IDENTITY_KEYWORDS = new Set(['$schema', '$id', 'id', '$async']);

function removeIdentities(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(removeIdentities);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => !IDENTITY_KEYWORDS.has(key) || typeof value === 'object',
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, DATA_KEYWORDS.has(key) ? value : removeIdentitiesUnder(key, value)]),
  );
}

function removeIdentitiesUnder(key: string, value: unknown): unknown {
  const isMap = SCHEMA_MAP_KEYWORDS.has(key) && isRecord(value);
  if (!isMap) return removeIdentities(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, removeIdentities(schema)]));
}

/** Converts bigints of a schema to doubles, except those that exact keywords compare. */
function withDoublesBesideRules(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withDoublesBesideRules(item));
  if (!isRecord(schema)) return toDoubles(schema);
  const entries = Object.entries(schema).map(([key, value]) => {
    const isRule = !isMap && EXACT_KEYWORDS.has(key);
    return [key, isRule ? value : withDoublesBesideRules(value, !isMap && SCHEMA_MAP_KEYWORDS.has(key))];
  });
  return Object.fromEntries(entries);
}

/** Measures depth and number of values without recursion. Stops below `maxDepth`. */
function measure(value: unknown, maxDepth: number): { readonly depth: number; readonly nodes: number } {
  let level = [value];
  let nodes = 1;
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0 || depth > maxDepth) return { depth, nodes };
    nodes += level.length;
  }
}

/** Returns whether a JSON value is nested deeper than `maxDepth` levels. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  return measure(value, maxDepth).depth > maxDepth;
}

/** Maximum number of retries for work that the machine stalled. */
const MAX_STALL_RETRIES = 5;

const vmContext = createContext({ work: undefined });
const script = new Script('work()');

/**
 * Runs work that may never end, such as a regular expression, and stops it after the timeout. The timeout is wall time:
 * work that got less than half of `timeoutMs` as CPU time runs again, each time with a doubled timeout.
 */
function runWithTimeout<T>(timeoutMs: number, work: () => T): T {
  for (let stalls = 0; ; stalls++) {
    const startUsage = process.threadCpuUsage();
    vmContext.work = work;
    try {
      return script.runInContext(vmContext, { timeout: timeoutMs * 2 ** stalls });
    } catch (error) {
      const { user, system } = process.threadCpuUsage(startUsage);
      const wasStalled = isTimeout(error) && (user + system) / 1000 < timeoutMs / 2;
      if (!wasStalled || stalls === MAX_STALL_RETRIES) throw error;
    } finally {
      vmContext.work = undefined;
    }
  }
}

/** The error belongs to the other context and is no Error of this one. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Returns whether a value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
