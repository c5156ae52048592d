import { errors } from '../../platform/errors.ts';
import { metadataProblems } from '../problems.ts';
import type { MetadataField, MetadataType, MetadataValue } from './contract.ts';
import { parseValue } from './values.ts';

/** A condition on the metadata of a document. */
export type MetadataFilter =
  | { readonly and: readonly MetadataFilter[] }
  | { readonly or: readonly MetadataFilter[] }
  | { readonly not: MetadataFilter }
  | KeyCondition;

/** A condition on one field. All operators must hold. */
export interface KeyCondition {
  readonly key: string;
  readonly equals?: MetadataValue;
  readonly gt?: MetadataValue;
  readonly gte?: MetadataValue;
  readonly lt?: MetadataValue;
  readonly lte?: MetadataValue;
  readonly in?: readonly MetadataValue[];
  /** Item of a list. */
  readonly contains?: string;
  readonly exists?: boolean;
}

const RANGE_OPERATORS = ['equals', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const;
/** Operators of the fields of a type. */
export const FILTER_OPERATORS = {
  text: ['equals', 'in', 'exists'],
  number: RANGE_OPERATORS,
  date: RANGE_OPERATORS,
  list: ['contains', 'in', 'exists'],
} as const satisfies Readonly<Record<MetadataType, readonly Exclude<keyof KeyCondition, 'key'>[]>>;

/** Limits of a filter. */
const FILTER_LIMITS = { levels: 8, conditions: 100, values: 100 } as const;

/** Description of filters in the API. */
export const FILTER_DESCRIPTION =
  'Condition on the metadata: `{"key": "year", "gte": 2020, "lt": 2025}`, `{"and": […]}`, `{"or": […]}` or `{"not": …}`. ' +
  'Operators of text fields: `equals`, `in`, `exists`; of number and date fields also `gt`, `gte`, `lt`, `lte`; of list fields: `contains`, `in` (any item), `exists`. ' +
  `A document without the field meets only \`exists: false\` and \`not\`. At most ${FILTER_LIMITS.conditions} conditions in ${FILTER_LIMITS.levels} levels.`;

type Path = readonly (string | number)[];

/**
 * Reads a filter of a request by the fields of the project. Throws a 422 for the first problem: an unknown key or
 * operator, a value of another type, or more levels, conditions or values than allowed.
 */
export function parseFilter(fields: readonly MetadataField[], filter: unknown, path: Path): MetadataFilter {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  let conditions = 0;
  const parse = (value: unknown, at: Path, level: number): MetadataFilter => {
    if (++conditions > FILTER_LIMITS.conditions)
      throw errors.invalid(path, metadataProblems.filter_too_large({ limit: FILTER_LIMITS.conditions }));
    if (level > FILTER_LIMITS.levels)
      throw errors.invalid(path, metadataProblems.filter_too_deep({ limit: FILTER_LIMITS.levels }));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw errors.invalid(at, metadataProblems.invalid_filter);
    const [[name, operand] = [], ...others] = Object.entries(value);
    if (name === 'not' && others.length === 0) return { not: parse(operand, [...at, 'not'], level + 1) };
    if ((name === 'and' || name === 'or') && others.length === 0) {
      const items = toList(operand, [...at, name], FILTER_LIMITS.conditions).map((item, index) =>
        parse(item, [...at, name, index], level + 1),
      );
      return name === 'and' ? { and: items } : { or: items };
    }
    return parseCondition(byKey, value as Readonly<Record<string, unknown>>, at);
  };
  return parse(filter, path, 1);
}

function parseCondition(
  byKey: ReadonlyMap<string, MetadataField>,
  { key, ...operands }: Readonly<Record<string, unknown>>,
  at: Path,
): KeyCondition {
  if (typeof key !== 'string') throw errors.invalid([...at, 'key'], metadataProblems.filter_key_missing);
  const field = byKey.get(key);
  if (!field) throw errors.invalid([...at, 'key'], metadataProblems.unknown_metadata_key({ key: key.slice(0, 100) }));
  const operators: readonly string[] = FILTER_OPERATORS[field.type];
  const entries = Object.entries(operands);
  if (entries.length === 0) throw errors.invalid(at, metadataProblems.filter_operator_missing({ operators }));
  const parsed = entries.map(([operator, operand]) => {
    const path = [...at, operator];
    if (!operators.includes(operator))
      throw errors.invalid(path, metadataProblems.unknown_filter_operator({ type: field.type, operators }));
    return [operator, parseOperand(field, operator, operand, path)] as const;
  });
  return { key, ...Object.fromEntries(parsed) };
}

function parseOperand(field: MetadataField, operator: string, operand: unknown, path: Path) {
  if (operator === 'exists') {
    if (typeof operand !== 'boolean') throw errors.invalid(path, metadataProblems.invalid_exists);
    return operand;
  }
  // The operands of a list are its items.
  const type = field.type === 'list' ? 'text' : field.type;
  const parseItem = (item: unknown, at: Path) => {
    const value = parseValue(type, item);
    if (value === undefined) throw errors.invalid(at, metadataProblems.metadata_type({ key: field.key, type }));
    return value;
  };
  if (operator !== 'in') return parseItem(operand, path);
  return toList(operand, path, FILTER_LIMITS.values).map((item, index) => parseItem(item, [...path, index]));
}

/** Returns a list of limited size. Throws a 422 for anything else. */
function toList(value: unknown, path: Path, limit: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > limit)
    throw errors.invalid(path, metadataProblems.filter_list_size({ limit }));
  return value;
}
