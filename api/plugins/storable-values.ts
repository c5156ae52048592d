import { toProblemAt, ValidationError } from '../../src/platform/errors.ts';
import type { Problem } from '../../src/platform/messages.ts';
import { requestProblems } from '../problems.ts';

/** A visited value with its parent, from which an error derives its path. */
interface Node {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Node | undefined;
}

/** Throws a 422 on text that Postgres cannot store (NUL, lone surrogates) and on infinite numbers, at any depth. */
export function assertStorable(location: string, value: unknown): void {
  const open: Node[] = [{ value, key: location, parent: undefined }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node.value === 'string') assertStorableText(node.value, node);
    if (typeof node.value === 'number') assertFiniteNumber(node.value, node);
    if (node.value === null || typeof node.value !== 'object') continue;
    const isList = Array.isArray(node.value);
    for (const [key, child] of Object.entries(node.value)) {
      if (!isList) assertStorableText(key, node);
      if (typeof child === 'string' || typeof child === 'object' || typeof child === 'number')
        open.push({ value: child, key: isList ? Number(key) : key, parent: node });
    }
  }
}

function assertStorableText(text: string, node: Node): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw toError(node, requestProblems.unstorable_text);
}

/** JSON has no largest number; a number above all doubles would be stored as null. */
function assertFiniteNumber(number: number, node: Node): void {
  if (!Number.isFinite(number)) throw toError(node, requestProblems.number_too_large);
}

function toError(node: Node, problem: Problem): ValidationError {
  const loc: (string | number)[] = [];
  for (let ancestor: Node | undefined = node; ancestor !== undefined; ancestor = ancestor.parent)
    loc.unshift(ancestor.key);
  return new ValidationError([toProblemAt(loc, problem)]);
}
