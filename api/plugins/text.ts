import { problemAt, ValidationError } from '../../src/platform/errors.ts';
import type { Problem } from '../../src/platform/messages.ts';
import { requestProblems } from '../problems.ts';

/** A value on the walk, and where it stands: the way up is followed only when something is wrong. */
interface Place {
  readonly value: unknown;
  readonly key: string | number;
  readonly parent: Place | undefined;
}

/** Refuses text that Postgres can't hold (NUL, lone surrogates) and numbers that no double is, at any depth and without recursion. */
export function refuseUnstorable(where: string, value: unknown): void {
  const open: Place[] = [{ value, key: where, parent: undefined }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (typeof place.value === 'string') checkText(place.value, place);
    if (typeof place.value === 'number') checkNumber(place.value, place);
    if (place.value === null || typeof place.value !== 'object') continue;
    const isList = Array.isArray(place.value);
    for (const [key, inner] of Object.entries(place.value)) {
      if (!isList) checkText(key, place);
      if (typeof inner === 'string' || typeof inner === 'object' || typeof inner === 'number')
        open.push({ value: inner, key: isList ? Number(key) : key, parent: place });
    }
  }
}

function checkText(text: string, place: Place): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw toError(place, requestProblems.unstorable_text);
}

/** JSON knows no largest number; what is read of one above all doubles would be kept as null. */
function checkNumber(number: number, place: Place): void {
  if (!Number.isFinite(number)) throw toError(place, requestProblems.number_too_large);
}

function toError(place: Place, problem: Problem): ValidationError {
  const loc: (string | number)[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) loc.unshift(at.key);
  return new ValidationError([problemAt(loc, problem)]);
}
