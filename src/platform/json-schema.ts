/** Checks values against JSON schemas that others wrote: nothing in them may throw into a turn or hold a process up. */
import { createContext, Script } from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { digestOf } from './digest.ts';
import { withDoubles } from './json.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What came of a check. */
export type SchemaVerdict =
  | { readonly fits: true }
  | { readonly fits: false; readonly errors: readonly ErrorObject[] }
  /** Why nothing can be checked: what is wrong with the schema. */
  | { readonly unusable: string };

/** Characters of JSON, and levels, that a schema may have. */
const LONGEST_SCHEMA = 256 * 1024;
const DEEPEST_SCHEMA = 50;
/** Values in a schema, or in what is checked, that need no deadline where the schema's words are plain. */
const FEW_NODES = 1000;
/** Milliseconds that compiling and one check may take. */
const COMPILE_MS = 250;
const CHECK_MS = 100;
const TOO_SLOW = 'it takes too long';
/** How often in a row a schema may run over its time before it is used no more. */
const MOST_OVERRUNS = 3;
/** Most problems that are told of a value. */
const MOST_ERRORS = 20;
/** Schemas that are kept compiled, about 10 KiB each. */
const MOST_COMPILED = 500;

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
interface Foreign {
  readonly plain: boolean;
  /** Undefined before it was compiled, null where that can't be done. */
  validate: ValidateFunction | null | undefined;
  /** How often in a row it took too long. */
  overruns: number;
}

const known = new LRUCache<string, Foreign>({ max: MOST_COMPILED });

/** Compiles a schema of our own, which is known to be sound. Nothing is shared between two: what is let go is freed. */
export function compileOwn(schema: JsonSchema): ValidateFunction {
  return new Ajv(OPTIONS).compile(schema);
}

/** Checks a value against a schema, whoever wrote either. Each schema is compiled once and kept while it is in use. */
export function checkAgainst(schema: JsonSchema, value: unknown): SchemaVerdict {
  const size = measure(schema, DEEPEST_SCHEMA);
  // Depth first: writing out what is nested without bounds would exhaust the stack.
  if (size.depth > DEEPEST_SCHEMA) return { unusable: `it is nested more than ${DEEPEST_SCHEMA} levels deep` };
  if (JSON.stringify(schema).length > LONGEST_SCHEMA)
    return { unusable: `it is longer than ${LONGEST_SCHEMA} characters` };
  const key = digestOf(schema);
  const plain = () => size.nodes <= FEW_NODES && isPlain(schema);
  const entry = known.get(key) ?? { plain: plain(), validate: undefined, overruns: 0 };
  known.set(key, entry);
  if (entry.overruns >= MOST_OVERRUNS) return { unusable: TOO_SLOW };
  try {
    const verdict = check(entry, schema, value);
    entry.overruns = 0;
    return verdict;
  } catch (error) {
    if (isOverrun(error)) entry.overruns++;
    // What is left is a schema that refers to itself without an end.
    return { unusable: isOverrun(error) ? TOO_SLOW : 'it can not be followed to its end' };
  }
}

function check(entry: Foreign, schema: JsonSchema, value: unknown): SchemaVerdict {
  if (entry.validate === undefined) entry.validate = compile(schema, entry.plain);
  const { validate, plain } = entry;
  if (!validate) return { unusable: 'it is no JSON schema that can be read here' };
  const doubles = withDoubles(value);
  const run = () => validate(doubles);
  const few = plain && measure(value, FEW_NODES).nodes <= FEW_NODES;
  const fits = few ? run() : within(CHECK_MS, run);
  const errors = (validate.errors ?? []).slice(0, MOST_ERRORS);
  // The validator is kept, and would keep them all with it.
  validate.errors = null;
  return fits ? { fits: true } : { fits: false, errors };
}

/** Null where no draft can read it. Throws where that takes too long. */
function compile(schema: JsonSchema, plain: boolean): ValidateFunction | null {
  const own = cleaned(withDoubles(schema)) as JsonSchema;
  for (const Draft of draftsOf(schema)) {
    const make = () => new Draft(OPTIONS).compile(own);
    try {
      return plain ? make() : within(COMPILE_MS, make);
    } catch (error) {
      if (isOverrun(error)) throw error;
    }
  }
  return null;
}

/** The drafts to read a schema by, the likeliest first: many say nothing, and lists of `items` are of the older one. */
function draftsOf({ $schema }: JsonSchema): readonly (typeof Ajv | typeof Ajv2020)[] {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? [Ajv, Ajv2020] : [Ajv2020, Ajv];
}

/** Keywords whose checks take time in proportion to schema and value. */
const PLAIN_KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'nullable'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);
/** Keywords whose value is a map of schemas under names, and those whose value is data. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const DATA = new Set(['enum', 'const', 'default', 'examples', 'example']);

/** Whether a schema needs no deadline, which costs a tenth of a millisecond and a little trust in the machine's clock. */
function isPlain(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isPlain);
  if (typeof schema !== 'object' || schema === null) return true;
  return Object.entries(schema).every(([key, value]) => {
    if (!PLAIN_KEYWORDS.has(key)) return false;
    if (DATA.has(key)) return true;
    return MAPS.has(key) ? Object.values(value ?? {}).every(isPlain) : isPlain(value);
  });
}

/** Names under which a schema would be shared, or read in another way than all others. */
const IDENTITIES = new Set(['$schema', '$id', 'id', '$async']);

function cleaned(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(cleaned);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !IDENTITIES.has(key) || typeof value === 'object');
  return Object.fromEntries(kept.map(([key, value]) => [key, DATA.has(key) ? value : cleanedUnder(key, value)]));
}

function cleanedUnder(key: string, value: unknown): unknown {
  const isMap = MAPS.has(key) && isRecord(value);
  if (!isMap) return cleaned(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleaned(schema)]));
}

/** How deep a JSON value is nested and how many values it has, counted without recursion; stops once it is deeper than `most`. */
function measure(value: unknown, most: number): { readonly depth: number; readonly nodes: number } {
  let level = [value];
  let nodes = 1;
  for (let depth = 0; ; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0 || depth > most) return { depth, nodes };
    nodes += level.length;
  }
}

/** Whether a JSON value is nested deeper than `most` levels. */
export function isDeeper(value: unknown, most: number): boolean {
  return measure(value, most).depth > most;
}

/** How often work is run again that the machine kept from its time. */
const MOST_STALLS = 5;

const stage = createContext({ work: undefined });
const script = new Script('work()');

/**
 * Runs work that may never end, a regular expression among it, and stops it when its time is over. The clock runs on while
 * the machine does something else: work that had less than half of its time is run again.
 */
function within<T>(ms: number, work: () => T): T {
  for (let stalls = 0; ; stalls++) {
    const began = process.threadCpuUsage();
    stage.work = work;
    try {
      return script.runInContext(stage, { timeout: ms });
    } catch (error) {
      const { user, system } = process.threadCpuUsage(began);
      const stalled = isOverrun(error) && (user + system) / 1000 < ms / 2;
      if (!stalled || stalls === MOST_STALLS) throw error;
    } finally {
      stage.work = undefined;
    }
  }
}

/** The error is one of the context's own kind, no Error of this one. */
function isOverrun(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Whether a value is an object with keys, so neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
