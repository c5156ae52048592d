/** A field of a cron line. */
interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of values, the first of which stands for `least`. */
  readonly names: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** Days of each month in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, names: [] },
  { name: 'hour', least: 0, most: 23, names: [] },
  { name: 'day of the month', least: 1, most: 31, names: [] },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  { name: 'day of the week', least: 0, most: 7, names: WEEKDAYS },
];

/** `*`, a value or a range, and how many values to go on by. */
const PART = /^(?:(\*)|([0-9]{1,4}|[A-Z]{3})(?:-([0-9]{1,4}|[A-Z]{3}))?)(?:\/([0-9]{1,4}))?$/;
const NICKNAME = /^@/;

/** What is wrong with a cron line of five plain fields; undefined where nothing is. */
export function problemOfCronLine(line: string): string | undefined {
  if (NICKNAME.test(line)) return 'nicknames such as @daily are not taken: write the five fields, as in 0 0 * * *';
  const texts = line.toUpperCase().split(/\s+/);
  if (texts.length !== FIELDS.length)
    return `must have five fields (minute, hour, day of the month, month, day of the week), or be an ISO 8601 duration such as PT1H; there are ${texts.length}`;
  for (const [index, field] of FIELDS.entries()) {
    const problem = problemOfField(field, texts[index] ?? '');
    if (problem !== undefined) return `${field.name}: ${problem}`;
  }
  return isEver(texts) ? undefined : 'never comes: no month that it names has such a day';
}

function problemOfField(field: Field, text: string): string | undefined {
  for (const part of text.split(',')) {
    const problem = problemOfPart(field, part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfPart(field: Field, part: string): string | undefined {
  const { least, most } = field;
  const [, star, from, to, step] = PART.exec(part) ?? [];
  if (star === undefined && from === undefined)
    return `${JSON.stringify(part)} is none of *, a value, a range a-b, or one of them with a step as in */5; L, W, # and ? are not taken`;
  const [first, last] = star === undefined ? [numberOf(field, from), numberOf(field, to ?? from)] : [least, most];
  if (first === undefined) return `${from} is not from ${least} to ${most}`;
  if (last === undefined) return `${to} is not from ${least} to ${most}`;
  if (first > last) return `the range ${from}-${to} runs backwards`;
  if (step === undefined) return undefined;
  if (star === undefined && to === undefined)
    return `${part} has a step without a range: write ${from}-${most}/${step}`;
  return Number(step) >= 1 && Number(step) <= most ? undefined : `the step ${step} is not from 1 to ${most}`;
}

function numberOf({ least, most, names }: Field, text = ''): number | undefined {
  const named = names.indexOf(text);
  const value = named < 0 ? Number(text) : least + named;
  return value >= least && value <= most ? value : undefined;
}

/** Whether there is a day that a checked line names. A day of the week comes in every month. */
function isEver([, , days = '', months = '', weekdays = '']: readonly string[]): boolean {
  if (weekdays !== '*') return true;
  const first = Math.min(...valuesOf(FIELDS[2] as Field, days));
  return valuesOf(FIELDS[3] as Field, months).some((month) => first <= (DAYS[month - 1] ?? 0));
}

function valuesOf(field: Field, text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, star, from, to, step = '1'] = PART.exec(part) ?? [];
    const first = star === undefined ? (numberOf(field, from) ?? field.least) : field.least;
    const last = star === undefined ? (numberOf(field, to ?? from) ?? field.most) : field.most;
    const by = Number(step);
    return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
  });
}
