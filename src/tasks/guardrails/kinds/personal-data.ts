import Type from 'typebox';
import { patternFor, patternProblems } from '../../../platform/patterns.ts';
import type { Finding, GuardrailConfig, GuardrailKind } from './kind.ts';
import { counting, findAll, placeSettings } from './settings.ts';

const RULES = ['credit_card', 'email', 'iban', 'phone', 'us_ssn'] as const;

export const personalData: GuardrailKind<'personal_data'> = {
  name: 'personal_data',
  description:
    'Detects email addresses, phone numbers, payment cards, bank accounts (IBAN) and US social security numbers.',
  directions: ['input', 'output'],
  actions: ['block', 'mask', 'flag'],
  usualAction: 'flag',
  config: Type.Object({
    ...placeSettings(RULES),
    country: Type.Optional(
      Type.String({
        pattern: patternFor(patternProblems.invalid_country, '^[A-Z]{2}$'),
        description:
          'ISO 3166 code of the country whose national phone numbers are detected. Without it, only numbers that start with + and a country code.',
      }),
    ),
  }),
  look: { for: 'places', find: findPersonal },
};

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}(?![\p{L}\p{N}])/gu;
const SSN = /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g;
/** Digits in groups, as cards are written. */
const DIGITS = /(?<![\d.,])\d(?:[ -]?\d){12,29}(?!\d)/g;
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}/g;
const PHONE =
  /(?<![\p{L}\p{N}.,/:_=-])(?:\+|\(|00)?\d(?:[ \u00a0()./\u2010-\u2014-]{0,3}\d){6,16}(?![\p{L}\p{N}_]|[.,:-]\d)/gu;

async function findPersonal(text: string, config: GuardrailConfig): Promise<readonly Finding[]> {
  const wanted = (config.rules as readonly string[] | undefined) ?? RULES;
  const found: Finding[] = [];
  if (wanted.includes('email')) found.push(...findAll(text, [{ rule: 'email', pattern: EMAIL }]));
  if (!/\d/.test(text)) return counting(text, found, config);
  found.push(...findAll(text, [{ rule: 'us_ssn', pattern: SSN }]));
  if (wanted.includes('credit_card')) found.push(...(await cards(text)));
  if (wanted.includes('iban')) found.push(...(await accounts(text)));
  const numbers = wanted.includes('phone') ? await phones(text, config.country as string | undefined) : [];
  // The digits of a card or an account are no phone number besides.
  found.push(...numbers.filter((one) => !found.some((other) => one.start < other.end && other.start < one.end)));
  return counting(text, found, config);
}

/** A card may have other digits beside it, such as the month in which it expires: every run of whole groups is tried. */
async function cards(text: string): Promise<Finding[]> {
  const { default: validator } = await import('validator');
  return findAll(text, [{ rule: 'credit_card', pattern: DIGITS }]).flatMap((found) => {
    const groups = Array.from(text.slice(found.start, found.end).matchAll(/\d+/g), ({ 0: digits, index }) => {
      return { start: found.start + index, end: found.start + index + digits.length };
    });
    const runs = groups.flatMap((first, at) => groups.slice(at).map((last) => ({ start: first.start, end: last.end })));
    const card = runs.find(({ start, end }) => end - start >= 13 && validator.isCreditCard(text.slice(start, end)));
    return card ? { rule: found.rule, ...card } : [];
  });
}

/** An account ends where its country's length says, though words may follow it. */
async function accounts(text: string): Promise<Finding[]> {
  const { countrySpecs, isValidIBAN } = await import('ibantools');
  return findAll(text, [{ rule: 'iban', pattern: IBAN }]).flatMap(({ rule, start, end }) => {
    const written = text.slice(start, end);
    const spec = countrySpecs[written.slice(0, 2).toUpperCase() as keyof typeof countrySpecs];
    const upTo = placeOf(written, spec?.chars ?? 0);
    const account = written.slice(0, upTo).replaceAll(' ', '').toUpperCase();
    if (upTo === 0 || !isValidIBAN(account)) return [];
    return { rule, start, end: start + upTo };
  });
}

/** Where so many characters that are no blanks end; 0 where there are fewer. */
function placeOf(written: string, count: number): number {
  let left = count;
  for (let at = 0; at < written.length && left > 0; at++) {
    if (written[at] !== ' ') left--;
    if (left === 0) return at + 1;
  }
  return 0;
}

async function phones(text: string, country: string | undefined): Promise<Finding[]> {
  const { default: parse } = await import('libphonenumber-js/max');
  const isPhone = (found: string) => {
    const written = found.startsWith('00') ? `+${found.slice(2)}` : found;
    if (!written.startsWith('+') && (country === undefined || !looksDialled(written))) return false;
    return parse(written, country as Parameters<typeof parse>[1])?.isValid() ?? false;
  };
  return findAll(text, [{ rule: 'phone', pattern: PHONE, holds: isPhone }]);
}

/** Whether somebody would dial it: plain digits without a zero before them and without groups are a number of something else. */
function looksDialled(written: string): boolean {
  return /^[(0]/.test(written) || /\d[ ()./\u2010-\u2014-]\d/.test(written);
}
