import type { Schemas } from '../../../../../client/types.ts';
import { parseJson } from '../../../lib/json.ts';

export type MetadataField = Schemas['MetadataSchema']['fields'][number];
export type MetadataType = MetadataField['type'];
export type FilterValue = string | number;

/** A condition on the metadata of a document, as in requests. */
export type MetadataFilter =
  | { readonly and: readonly MetadataFilter[] }
  | { readonly or: readonly MetadataFilter[] }
  | { readonly not: MetadataFilter }
  | KeyCondition;

type KeyCondition = { readonly key: string } & Readonly<Record<string, unknown>>;

/** Combination of the conditions of a group. */
export const GROUP_MODES = ['all', 'any', 'none', 'not_all'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** Operators of a condition, in the order of the form. Those with `not_` negate the operator after it. */
export const OPERATORS = {
  text: ['equals', 'not_equals', 'in', 'not_in', 'exists', 'not_exists'],
  number: ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'exists', 'not_exists'],
  date: ['gte', 'gt', 'lt', 'lte', 'equals', 'not_equals', 'in', 'not_in', 'exists', 'not_exists'],
  list: ['contains', 'not_contains', 'in', 'not_in', 'exists', 'not_exists'],
} as const satisfies Readonly<Record<MetadataType, readonly string[]>>;
export type Operator = (typeof OPERATORS)[MetadataType][number];

/** Levels of groups that the form offers. Each takes up to two of the eight levels of the API. */
export const MAX_GROUP_LEVELS = 3;

/** A condition as typed. `in` has one value per line. */
export interface ConditionDraft {
  readonly key: string;
  readonly operator: Operator;
  readonly text: string;
}

export interface GroupDraft {
  readonly mode: GroupMode;
  readonly items: readonly FilterDraft[];
}

export type FilterDraft = ConditionDraft | GroupDraft;

const EMPTY_GROUP: GroupDraft = { mode: 'all', items: [] };

export const isGroup = (draft: FilterDraft): draft is GroupDraft => 'items' in draft;

/** Converts a filter to a draft, whose root is a group. */
export function toFilterDraft(filter: MetadataFilter | undefined): GroupDraft {
  if (filter === undefined) return EMPTY_GROUP;
  const draft = toDraft(filter);
  return isGroup(draft) ? draft : { mode: 'all', items: [draft] };
}

function toDraft(filter: MetadataFilter): FilterDraft {
  if ('and' in filter) return { mode: 'all', items: toItems(filter.and as readonly MetadataFilter[]) };
  if ('or' in filter) return { mode: 'any', items: (filter.or as readonly MetadataFilter[]).map(toDraft) };
  if ('not' in filter) return negate(toDraft(filter.not as MetadataFilter));
  const [first, ...others] = toConditions(filter as KeyCondition);
  return first && others.length === 0 ? first : { mode: 'all', items: first ? [first, ...others] : [] };
}

/** All operators of a condition must hold, so those within `and` are conditions of their own. */
function toItems(filters: readonly MetadataFilter[]): FilterDraft[] {
  return filters.flatMap((filter): readonly FilterDraft[] =>
    'key' in filter ? toConditions(filter as KeyCondition) : [toDraft(filter)],
  );
}

function toConditions({ key, ...operands }: KeyCondition): ConditionDraft[] {
  return Object.entries(operands).map(([operator, operand]): ConditionDraft => {
    if (operator === 'exists') return { key, operator: operand === false ? 'not_exists' : 'exists', text: '' };
    const text = Array.isArray(operand) ? operand.join('\n') : String(operand);
    return { key, operator: operator as Operator, text };
  });
}

const NEGATED_MODES: Readonly<Record<GroupMode, GroupMode>> = {
  all: 'not_all',
  not_all: 'all',
  any: 'none',
  none: 'any',
};

function negate(draft: FilterDraft): FilterDraft {
  if (isGroup(draft)) return { ...draft, mode: NEGATED_MODES[draft.mode] };
  const { operator } = draft;
  if (operator.startsWith('not_')) return { ...draft, operator: operator.slice(4) as Operator };
  const negated = `not_${operator}`;
  // A range has no negated operator, because documents without a value meet only the negation.
  const isOperator = Object.values(OPERATORS).some((operators) => (operators as readonly string[]).includes(negated));
  return isOperator ? { ...draft, operator: negated as Operator } : { mode: 'none', items: [draft] };
}

/** Converts a draft to a filter without its incomplete conditions; undefined if there is no other. */
export function toFilter(fields: readonly MetadataField[], draft: FilterDraft): MetadataFilter | undefined {
  if (!isGroup(draft)) return toCondition(fields, draft);
  const items = draft.items.flatMap((item) => toFilter(fields, item) ?? []);
  if (items.length === 0) return undefined;
  const isOr = draft.mode === 'any' || draft.mode === 'none';
  const [only] = items;
  const filter = only && items.length === 1 ? only : isOr ? { or: items } : { and: items };
  return draft.mode === 'none' || draft.mode === 'not_all' ? { not: filter } : filter;
}

function toCondition(
  fields: readonly MetadataField[],
  { key, operator, text }: ConditionDraft,
): MetadataFilter | undefined {
  if (operator === 'exists' || operator === 'not_exists') return { key, exists: operator === 'exists' };
  if (text.trim() === '') return undefined;
  const type = fields.find((field) => field.key === key)?.type;
  const toValue = (value: string): FilterValue => (type === 'number' ? Number(value) : value.trim());
  const positive = operator.startsWith('not_') ? operator.slice(4) : operator;
  const operand = positive === 'in' ? splitValues(text).map(toValue) : toValue(text);
  const condition = { key, [positive]: operand };
  return positive === operator ? condition : { not: condition };
}

const splitValues = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Reads the filter of an address; undefined if it has none. */
export function parseFilter(text: string | undefined): MetadataFilter | undefined {
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    return isFilter(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Checks what the draft relies on. The API checks the rest. */
function isFilter(value: unknown): value is MetadataFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { and, or, not, key } = value as Readonly<Record<string, unknown>>;
  if (and !== undefined || or !== undefined)
    return Array.isArray(and ?? or) && ((and ?? or) as unknown[]).every(isFilter);
  return not === undefined ? typeof key === 'string' : isFilter(not);
}

/** Returns the text of a filter for an address; undefined for none. */
export const formatFilter = (filter: MetadataFilter | undefined): string | undefined =>
  filter === undefined ? undefined : JSON.stringify(filter);

/** Values or range that a facet selects. Dates of a range are days, both inclusive. */
export interface FacetSelection {
  readonly values: readonly FilterValue[];
  readonly from?: FilterValue | undefined;
  readonly to?: FilterValue | undefined;
}

/** Returns the conditions that must all hold. */
function getConjuncts(filter: MetadataFilter | undefined): readonly MetadataFilter[] {
  if (filter === undefined) return [];
  return 'and' in filter ? (filter.and as readonly MetadataFilter[]) : [filter];
}

const listOperators = ({ key: _, ...operands }: KeyCondition): readonly string[] => Object.keys(operands);

/** Whether a condition names values that a facet can select. */
function isValueCondition(filter: MetadataFilter, key: string): filter is KeyCondition {
  if (!('key' in filter) || filter.key !== key) return false;
  const [operator = '', ...others] = listOperators(filter as KeyCondition);
  return others.length === 0 && ['in', 'equals', 'contains'].includes(operator);
}

/** Whether a condition is a range that a facet can select. */
const isRangeCondition = (filter: MetadataFilter, key: string): filter is KeyCondition =>
  'key' in filter &&
  filter.key === key &&
  listOperators(filter as KeyCondition).every((operator) => ['gte', 'lte', 'lt'].includes(operator));

/** Returns what the filter selects in a facet. */
export function getFacetSelection(filter: MetadataFilter | undefined, { key, type }: MetadataField): FacetSelection {
  const conjuncts = getConjuncts(filter);
  const [operand = []] = Object.entries(conjuncts.find((each) => isValueCondition(each, key)) ?? {})
    .filter(([name]) => name !== 'key')
    .map(([, value]) => value as FilterValue | readonly FilterValue[]);
  const ranges: object[] = conjuncts.filter((each) => isRangeCondition(each, key));
  const { gte, lte, lt } = Object.assign({}, ...ranges) as { readonly [name: string]: FilterValue | undefined };
  const to = type === 'date' && lt !== undefined ? addDays(String(lt), -1) : (lte ?? lt);
  return { values: [operand].flat() as readonly FilterValue[], from: gte, to };
}

/** Returns the filter with another selection in a facet. */
export function withFacetSelection(
  filter: MetadataFilter | undefined,
  { key, type }: MetadataField,
  { values, from, to }: FacetSelection,
): MetadataFilter | undefined {
  const conjuncts = getConjuncts(filter);
  const replaced = conjuncts.find((each) => isValueCondition(each, key));
  const end = to === undefined ? {} : type === 'date' ? { lt: addDays(String(to), 1) } : { lte: to };
  const range = { ...(from !== undefined && { gte: from }), ...end };
  const all = [
    ...conjuncts.filter((each) => each !== replaced && !isRangeCondition(each, key)),
    ...(values.length > 0 ? [{ key, in: values }] : []),
    ...(Object.keys(range).length > 0 ? [{ key, ...range }] : []),
  ];
  return all.length > 1 ? { and: all } : all[0];
}

const DAY_MS = 86_400_000;

/** Returns a day some days later. Keeps a text that is no day. */
function addDays(day: string, days: number): string {
  const time = Date.parse(day);
  return Number.isNaN(time) ? day : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
}
