/** Checks values against JSON schemas that others wrote: nothing in them may throw into a turn or hold a process up. */
import { createContext, Script } from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { digestJson } from './digest.ts';
import { withDoubles } from './json.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What came of a check. */
export type SchemaValidation =
  | { readonly valid: true }
  | { readonly valid: false; readonly errors: readonly ErrorObject[] }
  /** Why nothing can be checked: what is wrong with the schema. */
  | { readonly schemaError: string };

/** Characters of JSON, and levels, that a schema may have. */
const MAX_SCHEMA_LENGTH = 256 * 1024;
const MAX_SCHEMA_DEPTH = 50;
/** Values in a schema, or in what is checked, that need no deadline where the schema's words are plain. */
const MAX_UNTIMED_NODES = 1000;
/** Milliseconds that compiling and one check may take. */
const COMPILE_TIMEOUT_MS = 250;
const VALIDATION_TIMEOUT_MS = 100;
const TIMEOUT_MESSAGE = 'it takes too long';
/** How often in a row a schema may run over its time before it is used no more. */
const MAX_CONSECUTIVE_TIMEOUTS = 3;
/** Most problems that are told of a value. */
const MAX_ERRORS = 20;
/** Schemas that are kept compiled, about 10 KiB each. */
const MAX_COMPILED_SCHEMAS = 500;

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  // What others declare about their schema is not looked up, and unknown words of theirs are not told the console.
  meta: false,
  validateSchema: false,
  validateFormats: false,
  logger: false,
  // Without this a key such as "constructor" would count as present in every object.
  ownProperties: true,
};

/** A schema of others, and what is known of it. */
interface SchemaEntry {
  readonly isLinear: boolean;
  /** Undefined before it was compiled, null where that can't be done. */
  validate: ValidateFunction | null | undefined;
  /** How often in a row it took too long. */
  timeouts: number;
}

const entries = new LRUCache<string, SchemaEntry>({ max: MAX_COMPILED_SCHEMAS });

/** Compiles a schema of our own, which is known to be sound. Nothing is shared between two: what is let go is freed. */
export function compileTrustedSchema(schema: JsonSchema): ValidateFunction {
  return new Ajv(OPTIONS).compile(schema);
}

/** Checks a value against a schema, whoever wrote either. Each schema is compiled once and kept while it is in use. */
export function validateAgainstSchema(schema: JsonSchema, value: unknown): SchemaValidation {
  const size = measure(schema, MAX_SCHEMA_DEPTH);
  // Depth first: writing out what is nested without bounds would exhaust the stack.
  if (size.depth > MAX_SCHEMA_DEPTH) return { schemaError: `it is nested more than ${MAX_SCHEMA_DEPTH} levels deep` };
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH)
    return { schemaError: `it is longer than ${MAX_SCHEMA_LENGTH} characters` };
  const key = digestJson(schema);
  const isLinearSchema = () => size.nodes <= MAX_UNTIMED_NODES && hasOnlyLinearKeywords(schema);
  const entry = entries.get(key) ?? { isLinear: isLinearSchema(), validate: undefined, timeouts: 0 };
  entries.set(key, entry);
  if (entry.timeouts >= MAX_CONSECUTIVE_TIMEOUTS) return { schemaError: TIMEOUT_MESSAGE };
  try {
    const result = validateEntry(entry, schema, value);
    entry.timeouts = 0;
    return result;
  } catch (error) {
    if (isTimeout(error)) entry.timeouts++;
    // What is left is a schema that refers to itself without an end.
    return { schemaError: isTimeout(error) ? TIMEOUT_MESSAGE : 'it can not be followed to its end' };
  }
}

function validateEntry(entry: SchemaEntry, schema: JsonSchema, value: unknown): SchemaValidation {
  if (entry.validate === undefined) entry.validate = compile(schema, entry.isLinear);
  const { validate, isLinear } = entry;
  if (!validate) return { schemaError: 'it is no JSON schema that can be read here' };
  const doubles = withDoubles(value);
  const run = () => validate(doubles);
  const isSmall = isLinear && measure(value, MAX_UNTIMED_NODES).nodes <= MAX_UNTIMED_NODES;
  const valid = isSmall ? run() : runWithTimeout(VALIDATION_TIMEOUT_MS, run);
  const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
  // The validator is kept, and would keep them all with it.
  validate.errors = null;
  return valid ? { valid: true } : { valid: false, errors };
}

/** Null where no draft can read it. Throws where that takes too long. */
function compile(schema: JsonSchema, isLinear: boolean): ValidateFunction | null {
  const ownSchema = removeIdentities(withDoubles(schema)) as JsonSchema;
  for (const Draft of listDrafts(schema)) {
    const compileDraft = () => new Draft(OPTIONS).compile(ownSchema);
    try {
      return isLinear ? compileDraft() : runWithTimeout(COMPILE_TIMEOUT_MS, compileDraft);
    } catch (error) {
      if (isTimeout(error)) throw error;
    }
  }
  return null;
}

/** The drafts to read a schema by, the likeliest first: many say nothing, and lists of `items` are of the older one. */
function listDrafts({ $schema }: JsonSchema): readonly (typeof Ajv | typeof Ajv2020)[] {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? [Ajv, Ajv2020] : [Ajv2020, Ajv];
}

/** Keywords whose checks take time in proportion to schema and value. */
const LINEAR_KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'nullable'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
/** Keywords whose value is a map of schemas under names, and those whose value is data. */
const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'examples', 'example']);

/** Whether a schema needs no deadline, which costs a tenth of a millisecond and a little trust in the machine's clock. */
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

/** Names under which a schema would be shared, or read in another way than all others. */
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

/** How deep a JSON value is nested and how many values it has, counted without recursion; stops once it is deeper than `most`. */
function measure(value: unknown, maxDepth: number): { readonly depth: number; readonly nodes: number } {
  let level = [value];
  let nodes = 1;
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0 || depth > maxDepth) return { depth, nodes };
    nodes += level.length;
  }
}

/** Whether a JSON value is nested deeper than `most` levels. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  return measure(value, maxDepth).depth > maxDepth;
}

/** How often work is run again that the machine kept from its time. */
const MAX_STALL_RETRIES = 5;

const vmContext = createContext({ work: undefined });
const script = new Script('work()');

/**
 * Runs work that may never end, a regular expression among it, and stops it when its time is over. The clock runs on while
 * the machine does something else: work that had less than half of its time is run again.
 */
function runWithTimeout<T>(timeoutMs: number, work: () => T): T {
  for (let stalls = 0; ; stalls++) {
    const startUsage = process.threadCpuUsage();
    vmContext.work = work;
    try {
      return script.runInContext(vmContext, { timeout: timeoutMs });
    } catch (error) {
      const { user, system } = process.threadCpuUsage(startUsage);
      const wasStalled = isTimeout(error) && (user + system) / 1000 < timeoutMs / 2;
      if (!wasStalled || stalls === MAX_STALL_RETRIES) throw error;
    } finally {
      vmContext.work = undefined;
    }
  }
}

/** The error is one of the context's own kind, no Error of this one. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Whether a value is an object with keys, so neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
