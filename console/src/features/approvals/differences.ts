import { isolateText, truncateText } from '../../lib/hidden-text.ts';
import { w } from '../../words/index.ts';
import type { Approval } from './queries.ts';
import { formatSummary } from './summary.ts';

/** Limits on the values that distinguish similar requests. */
const MAX_VALUES = 2;
const MAX_VALUE_LENGTH = 60;
const MAX_DEPTH = 3;

type Requests = readonly Pick<Approval, 'id' | 'kind' | 'tool_name' | 'tool_type' | 'arguments'>[];

/** Returns the scalars of a value by their paths, for example `body.amount`. */
function flatten(value: unknown, path = '', depth = 0): readonly (readonly [path: string, text: string])[] {
  if (value === null || typeof value !== 'object') return [[path, String(value)]];
  if (depth === MAX_DEPTH) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, child]) =>
    flatten(child, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

/**
 * Returns, by request ID, the first arguments in which requests for the same tool differ, without those that their
 * summaries show. Requests that their summaries distinguish have none.
 */
export function findDifferences(requests: Requests): ReadonlyMap<string, string> {
  const differences = new Map<string, string>();
  for (const group of Map.groupBy(requests, ({ tool_name, tool_type }) => `${tool_type} ${tool_name}`).values()) {
    const summaries = group.map((request) => formatSummary(request));
    if (new Set(summaries).size === group.length) continue;
    const flat = group.map((request) => new Map(flatten(request.arguments)));
    const paths = [...new Set(flat.flatMap((values) => [...values.keys()]))];
    const differing = paths.filter((path) => new Set(flat.map((values) => values.get(path))).size > 1);
    for (const [index, request] of group.entries()) {
      const values = differing.flatMap((path) => {
        const text = flat[index]?.get(path);
        return text === undefined || showsArgument(summaries[index] ?? '', path, text) ? [] : [formatValue(path, text)];
      });
      if (values.length > 0) differences.set(request.id, values.slice(0, MAX_VALUES).join(', '));
    }
  }
  return differences;
}

/** Whether a summary names an argument with its value, a text in quotation marks. */
const showsArgument = (summary: string, path: string, text: string) =>
  [text, w.ui.quoted({ text })].some((value) => summary.includes(`${path} ${value}`));

function formatValue(path: string, text: string): string {
  const visible = text.length > MAX_VALUE_LENGTH ? `${truncateText(text, MAX_VALUE_LENGTH)}…` : text;
  return `${isolateText(path)}: ${isolateText(visible)}`;
}
