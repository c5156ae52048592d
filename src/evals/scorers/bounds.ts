import { Decimal } from 'decimal.js';
import Type, { type TSchema } from 'typebox';
import type { Message } from '../../platform/messages.ts';
import { definePattern, patternProblems } from '../../platform/patterns.ts';
import { scorerProblems } from '../problems.ts';
import { evalReasons } from '../reasons.ts';
import type { ScorerKind } from './kind.ts';

/** A limit on a quantity of a run: absolute, or a multiple of the reference. */
interface Bound {
  readonly max?: string;
  readonly times?: number;
}

const Times = Type.Number({ exclusiveMinimum: 0, maximum: 1000 });

function defineBoundScorer<const Name extends string>(
  name: Name,
  most: string,
  schema: TSchema,
  what: string,
): ScorerKind<Name> {
  return {
    name,
    description: `Passes if the run took at most \`${most}\` ${what}, and at most \`times_reference\` times what the past run took. Gives no verdict if that is unknown.`,
    targets: ['task', 'task_agent'],
    config: Type.Object({ [most]: Type.Optional(schema), times_reference: Type.Optional(Times) }),
    check(config) {
      const given = config[most] !== undefined || config.times_reference !== undefined;
      return given ? undefined : { at: [], problem: scorerProblems.bound_missing({ limit_field: most }) };
    },
  };
}

/** Passes if the run was fast enough. */
export const latency = defineBoundScorer(
  'latency',
  'max_ms',
  Type.Integer({ minimum: 1, maximum: 86_400_000 }),
  'milliseconds',
);

/** Passes if the run was cheap enough. */
export const cost = defineBoundScorer(
  'cost',
  'max_credits',
  Type.Union([
    Type.Number({ minimum: 0 }),
    Type.String({ pattern: definePattern(patternProblems.invalid_amount, '^\\d{1,15}(\\.\\d{1,12})?$') }),
  ]),
  'credits',
);

/** Returns the limit in the settings. Amounts can be numbers or texts. */
export function toBound(config: Readonly<Record<string, unknown>>, most: string): Bound {
  const given = config[most] as string | number | undefined;
  return {
    max: given === undefined ? undefined : new Decimal(given).toFixed(),
    times: config.times_reference as number,
  };
}

/** Returns a reason per exceeded limit. Undefined without a known value. Amounts are exact decimals. */
export function findExceeded(
  { max: most, times }: Bound,
  took: string | null,
  reference: string | null,
): readonly Message[] | undefined {
  const maxByReference = times === undefined || reference === null ? undefined : new Decimal(reference).times(times);
  if (took === null || (most === undefined && maxByReference === undefined)) return undefined;
  const isExceeded = (bound: Decimal.Value | undefined) => bound !== undefined && new Decimal(took).gt(bound);
  return [
    ...(isExceeded(most) ? [evalReasons.usage_over_limit({ used: took, limit: String(most) })] : []),
    ...(isExceeded(maxByReference)
      ? [evalReasons.usage_over_reference({ used: took, times: String(times), reference: String(reference) })]
      : []),
  ];
}
