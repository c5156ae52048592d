import type { Problem } from '../../platform/messages.ts';
import { scheduleProblems } from '../problems.ts';

/** A field of a cron expression. */
interface Field {
  readonly name: 'minute' | 'hour' | 'day' | 'month' | 'weekday';
  readonly min: number;
  readonly max: number;
  /** Names of values. The first one stands for `least`. */
  readonly names: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** Days of each month in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'weekday', min: 0, max: 7, names: WEEKDAYS },
];

/** `*`, a value or a range, with an optional step. */
const PART = /^(?:(\*)|([0-9]{1,4}|[A-Z]{3})(?:-([0-9]{1,4}|[A-Z]{3}))?)(?:\/([0-9]{1,4}))?$/;
const NICKNAME = /^@/;

/** Finds a problem in a cron expression of five fields. Undefined if valid. */
export function findCronProblem(line: string): Problem | undefined {
  if (NICKNAME.test(line)) return scheduleProblems.cron_nickname;
  const texts = line.toUpperCase().split(/\s+/);
  if (texts.length !== FIELDS.length) return scheduleProblems.cron_field_count({ count: texts.length });
  for (const [index, field] of FIELDS.entries()) {
    const problem = findFieldProblem(field, texts[index] ?? '');
    if (problem !== undefined) return scheduleProblems.cron_field({ field: field.name, problem });
  }
  return hasOccurrence(texts) ? undefined : scheduleProblems.cron_without_day;
}

function findFieldProblem(field: Field, text: string): Problem | undefined {
  for (const part of text.split(',')) {
    const problem = findPartProblem(field, part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findPartProblem(field: Field, part: string): Problem | undefined {
  const { min: least, max: most } = field;
  const [, star, from, to, step] = PART.exec(part) ?? [];
  if (star === undefined && from === undefined)
    return scheduleProblems.cron_part_invalid({ part: JSON.stringify(part) });
  const outOfRange = (value = '') => scheduleProblems.cron_value_out_of_range({ value, min: least, max: most });
  const [first, last] = star === undefined ? [parseValue(field, from), parseValue(field, to ?? from)] : [least, most];
  if (first === undefined) return outOfRange(from);
  if (last === undefined) return outOfRange(to);
  if (first > last) return scheduleProblems.cron_range_backwards({ from: from ?? '', to: to ?? '' });
  if (step === undefined) return undefined;
  if (star === undefined && to === undefined)
    return scheduleProblems.cron_step_without_range({ part, from: from ?? '', max: most, step });
  return Number(step) >= 1 && Number(step) <= most
    ? undefined
    : scheduleProblems.cron_step_out_of_range({ step, max: most });
}

function parseValue({ min: least, max: most, names }: Field, text = ''): number | undefined {
  const named = names.indexOf(text);
  const value = named < 0 ? Number(text) : least + named;
  return value >= least && value <= most ? value : undefined;
}

/** Returns whether a matching day exists. A weekday occurs in every month. */
function hasOccurrence([, , days = '', months = '', weekdays = '']: readonly string[]): boolean {
  if (weekdays !== '*') return true;
  const first = Math.min(...listValues(FIELDS[2] as Field, days));
  return listValues(FIELDS[3] as Field, months).some((month) => first <= (DAYS[month - 1] ?? 0));
}

function listValues(field: Field, text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, star, from, to, step = '1'] = PART.exec(part) ?? [];
    const first = star === undefined ? (parseValue(field, from) ?? field.min) : field.min;
    const last = star === undefined ? (parseValue(field, to ?? from) ?? field.max) : field.max;
    const by = Number(step);
    return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
  });
}
