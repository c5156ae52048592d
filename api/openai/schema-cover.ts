import { toCanonicalJson } from '../../src/platform/digest.ts';
import { isRecord } from '../../src/platform/json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that restrict no value. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'deprecated',
  'readOnly',
];
const UNDERSTOOD = [
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  '$ref',
];
/** Maximum nesting of a requested schema, which can refer to itself. */
const MAX_DEPTH = 50;

/**
 * Returns where a schema might reject a value that another schema accepts, as a path; undefined if it accepts all of
 * them. `own` is a schema of an output format. Unknown keywords of `requested` count as a rejection.
 */
export function findUncovered(requested: Schema, own: Schema): string | undefined {
  return find(requested, own, { root: requested, path: '$', depth: 0 });
}

interface Place {
  readonly root: Schema;
  readonly path: string;
  readonly depth: number;
}

function find(requested: unknown, own: Schema, place: Place): string | undefined {
  if (requested === true) return undefined;
  if (!isRecord(requested) || place.depth > MAX_DEPTH) return place.path;
  const deeper = { ...place, depth: place.depth + 1 };
  if (requested.$ref !== undefined) return find(resolve(requested.$ref, place.root), own, deeper);
  if (Array.isArray(requested.anyOf))
    return requested.anyOf.some((branch) => find(branch, own, deeper) === undefined) ? undefined : place.path;
  const keyword = Object.keys(requested).find((key) => !ANNOTATIONS.includes(key) && !UNDERSTOOD.includes(key));
  if (keyword !== undefined) return `${place.path} (${keyword})`;
  if (!coversType(requested, own) || !coversValues(requested, own)) return place.path;
  if (own.type === 'object') return findInObject(requested, own, deeper);
  if (own.type === 'array' && requested.items !== undefined)
    return find(requested.items, isRecord(own.items) ? own.items : {}, { ...deeper, path: `${place.path}[]` });
  return undefined;
}

function resolve(reference: unknown, root: Schema): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let found: unknown = root;
  for (const part of reference.split('/').slice(1))
    found = isRecord(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return found;
}

function coversType({ type }: Schema, own: Schema): boolean {
  if (type === undefined) return true;
  const accepted: unknown[] = Array.isArray(type) ? type : [type];
  return accepted.includes(own.type) || (own.type === 'integer' && accepted.includes('number'));
}

function coversValues(requested: Schema, own: Schema): boolean {
  const accepted = requested.const === undefined ? requested.enum : [requested.const];
  if (!Array.isArray(accepted)) return true;
  const texts = accepted.map(toCanonicalJson);
  return Array.isArray(own.enum) && own.enum.every((value) => texts.includes(toCanonicalJson(value)));
}

function findInObject(requested: Schema, own: Schema, place: Place): string | undefined {
  const wanted = isRecord(requested.properties) ? requested.properties : {};
  const has = isRecord(own.properties) ? own.properties : {};
  const always = Array.isArray(own.required) ? own.required : [];
  const missing = (Array.isArray(requested.required) ? requested.required : []).find((name) => !always.includes(name));
  if (missing !== undefined) return `${place.path}.${missing}`;
  const { additionalProperties: others = true } = requested;
  if (own.additionalProperties !== false && (others !== true || Object.keys(wanted).length > 0)) return place.path;
  for (const [name, schema] of Object.entries(has)) {
    const path = `${place.path}.${name}`;
    const accepting = Object.hasOwn(wanted, name) ? wanted[name] : others;
    const problem = find(accepting, schema as Schema, { ...place, path });
    if (problem !== undefined) return problem;
  }
  return undefined;
}
