import Type from 'typebox';
import type { Message } from '../../platform/messages.ts';
import { scorerProblems } from '../problems.ts';
import { evalReasons } from '../reasons.ts';
import type { ScorerKind } from './kind.ts';

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 50 });

/** Required and forbidden texts of an output. */
export interface ContainsConfig {
  readonly all_of?: readonly string[];
  readonly any_of?: readonly string[];
  readonly none_of?: readonly string[];
  readonly ignore_case?: boolean;
}

/** Passes if the output contains the required texts and no forbidden ones. */
export const contains: ScorerKind<'contains'> = {
  name: 'contains',
  description:
    'Passes if the output contains all texts of `all_of`, at least one of `any_of` and none of `none_of`. Ignores case unless `ignore_case` is false.',
  targets: ['task', 'task_agent'],
  config: Type.Object({
    all_of: Type.Optional(Texts),
    any_of: Type.Optional(Texts),
    none_of: Type.Optional(Texts),
    ignore_case: Type.Optional(Type.Boolean({ default: true })),
  }),
  check({ all_of = [], any_of = [], none_of = [] }: ContainsConfig) {
    const none = all_of.length + any_of.length + none_of.length === 0;
    return none ? { at: [], problem: scorerProblems.texts_missing } : undefined;
  },
};

/** Returns a reason per violated condition. */
export function findTextMismatches(
  text: string,
  { all_of = [], any_of = [], none_of = [], ignore_case }: ContainsConfig,
): readonly Message[] {
  const normalize = (one: string) => (ignore_case === false ? one : one.toLowerCase()).normalize('NFC');
  const normalizedText = normalize(text);
  const has = (one: string) => normalizedText.includes(normalize(one));
  const missing = all_of.filter((one) => !has(one));
  const unwanted = none_of.filter(has);
  return [
    ...missing.map((one) => evalReasons.expected_text_missing({ text: quote(one) })),
    ...(any_of.length > 0 && !any_of.some(has)
      ? [evalReasons.expected_texts_missing({ texts: any_of.map(quote) })]
      : []),
    ...unwanted.map((one) => evalReasons.unwanted_text({ text: quote(one) })),
  ];
}

/** Maximum characters of a quotation in reasons. */
const MAX_QUOTE_LENGTH = 80;

/** Quotes a text for a reason, truncated if it is long. */
function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text);
}
