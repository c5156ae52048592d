import Type from 'typebox';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import type { Finding, GuardrailConfig, GuardrailKind } from './kind.ts';
import { definePatternSettings, filterFindings, findAll } from './settings.ts';

const RULES = ['credit_card', 'email', 'iban', 'phone', 'us_ssn'] as const;

export const personalData: GuardrailKind<'personal_data'> = {
  name: 'personal_data',
  description:
    'Detects email addresses, phone numbers, payment cards, bank accounts (IBAN) and US social security numbers.',
  directions: ['input', 'output'],
  actions: ['block', 'mask', 'flag'],
  defaultAction: 'flag',
  config: Type.Object({
    ...definePatternSettings(RULES),
    country: Type.Optional(
      Type.String({
        pattern: definePattern(patternProblems.invalid_country, '^[A-Z]{2}$'),
        description:
          'ISO 3166 code of the country whose national phone numbers are detected. Without it, only numbers that start with + and a country code.',
      }),
    ),
  }),
  detector: { for: 'places', find: findPersonalData },
};

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}(?![\p{L}\p{N}])/gu;
const SSN = /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g;
/** Groups of digits, as on payment cards. */
const DIGIT_GROUPS = /(?<![\d.,])\d(?:[ -]?\d){12,29}(?!\d)/g;
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}/g;
const PHONE =
  /(?<![\p{L}\p{N}.,/:_=-])(?:\+|\(|00)?\d(?:[ \u00a0()./\u2010-\u2014-]{0,3}\d){6,16}(?![\p{L}\p{N}_]|[.,:-]\d)/gu;

async function findPersonalData(text: string, config: GuardrailConfig): Promise<readonly Finding[]> {
  const enabledRules = (config.rules as readonly string[] | undefined) ?? RULES;
  const findings: Finding[] = [];
  if (enabledRules.includes('email')) findings.push(...findAll(text, [{ rule: 'email', pattern: EMAIL }]));
  if (!/\d/.test(text)) return filterFindings(text, findings, config);
  findings.push(...findAll(text, [{ rule: 'us_ssn', pattern: SSN }]));
  if (enabledRules.includes('credit_card')) findings.push(...(await findCards(text)));
  if (enabledRules.includes('iban')) findings.push(...(await findBankAccounts(text)));
  const numbers = enabledRules.includes('phone')
    ? await findPhoneNumbers(text, config.country as string | undefined)
    : [];
  // Digits of a card or account do not also count as a phone number.
  findings.push(...numbers.filter((one) => !findings.some((other) => one.start < other.end && other.start < one.end)));
  return filterFindings(text, findings, config);
}

/**
 * Finds cards. Other digits can be next to a card, such as its expiry month, so all sequences of complete groups are
 * checked.
 */
async function findCards(text: string): Promise<Finding[]> {
  const { default: validator } = await import('validator');
  return findAll(text, [{ rule: 'credit_card', pattern: DIGIT_GROUPS }]).flatMap((findings) => {
    const groups = Array.from(text.slice(findings.start, findings.end).matchAll(/\d+/g), ({ 0: digits, index }) => {
      return { start: findings.start + index, end: findings.start + index + digits.length };
    });
    const runs = groups.flatMap((first, at) => groups.slice(at).map((last) => ({ start: first.start, end: last.end })));
    const card = runs.find(({ start, end }) => end - start >= 13 && validator.isCreditCard(text.slice(start, end)));
    return card ? { rule: findings.rule, ...card } : [];
  });
}

/** Finds accounts. The country determines the length, so following words are not part of it. */
async function findBankAccounts(text: string): Promise<Finding[]> {
  const { countrySpecs, isValidIBAN } = await import('ibantools');
  return findAll(text, [{ rule: 'iban', pattern: IBAN }]).flatMap(({ rule, start, end }) => {
    const matched = text.slice(start, end);
    const spec = countrySpecs[matched.slice(0, 2).toUpperCase() as keyof typeof countrySpecs];
    const endIndex = findEndOfCount(matched, spec?.chars ?? 0);
    const account = matched.slice(0, endIndex).replaceAll(' ', '').toUpperCase();
    if (endIndex === 0 || !isValidIBAN(account)) return [];
    return { rule, start, end: start + endIndex };
  });
}

/** Returns the end of the given number of non-blank characters. 0 if there are fewer. */
function findEndOfCount(matched: string, count: number): number {
  let remaining = count;
  for (let at = 0; at < matched.length && remaining > 0; at++) {
    if (matched[at] !== ' ') remaining--;
    if (remaining === 0) return at + 1;
  }
  return 0;
}

async function findPhoneNumbers(text: string, country: string | undefined): Promise<Finding[]> {
  const { default: parse } = await import('libphonenumber-js/max');
  const isPhone = (findings: string) => {
    const matched = findings.startsWith('00') ? `+${findings.slice(2)}` : findings;
    if (!matched.startsWith('+') && (country === undefined || !isDialable(matched))) return false;
    return parse(matched, country as Parameters<typeof parse>[1])?.isValid() ?? false;
  };
  return findAll(text, [{ rule: 'phone', pattern: PHONE, isMatch: isPhone }]);
}

/** Returns whether digits look like a phone number: plain digits without leading zero or groups are something else. */
function isDialable(matched: string): boolean {
  return /^[(0]/.test(matched) || /\d[ ()./\u2010-\u2014-]\d/.test(matched);
}
