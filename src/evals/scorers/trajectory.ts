import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import type { Message } from '../../platform/messages.ts';
import { scorerProblems } from '../problems.ts';
import { evalReasons } from '../reasons.ts';
import type { RecordedCall } from '../target.ts';
import type { ScorerKind } from './kind.ts';

/** Orders of calls: exactly these, these in order among others, or these in any order among others. */
const ORDERS = ['exact', 'in_order', 'any_order'] as const;

/** A required call. */
interface TrajectoryCall {
  readonly tool_name: string;
  /** Required fields of its arguments. Others are allowed. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Whether the call must require approval. */
  readonly asks_approval?: boolean;
}

/** Settings of the comparison of tool calls. */
export interface TrajectoryConfig {
  /** Default: the calls of the past run. */
  readonly calls?: readonly TrajectoryCall[];
  readonly order?: (typeof ORDERS)[number];
  readonly same_arguments?: boolean;
  readonly same_approvals?: boolean;
}

const RequiredCall = Type.Object(
  {
    tool_name: Type.String({ minLength: 1, maxLength: 200 }),
    arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    asks_approval: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Passes if an agent made the required calls. */
export const trajectory: ScorerKind<'trajectory'> = {
  name: 'trajectory',
  description:
    'Passes if the run made the calls in `calls`, or those of the past run: exactly these (`order: exact`), in this order among others (`in_order`) or in any order (`any_order`). With `same_arguments` and `same_approvals`, calls of the past run must have the same arguments and approvals.',
  targets: ['task_agent'],
  config: Type.Object({
    calls: Type.Optional(Type.Array(RequiredCall, { maxItems: 200 })),
    order: Type.Optional(
      Type.Unsafe<(typeof ORDERS)[number]>({ type: 'string', enum: [...ORDERS], default: 'in_order' }),
    ),
    same_arguments: Type.Optional(Type.Boolean({ default: false })),
    same_approvals: Type.Optional(Type.Boolean({ default: false })),
  }),
  check(config) {
    const { calls, same_arguments, same_approvals } = config as TrajectoryConfig;
    if (calls === undefined) return undefined;
    const unusedSetting =
      same_arguments !== undefined ? 'same_arguments' : same_approvals !== undefined ? 'same_approvals' : undefined;
    return unusedSetting && { at: [unusedSetting], problem: scorerProblems.reference_setting_with_calls };
  },
};

/** Converts the calls of a past run to required calls. */
export function toRequiredCalls(
  made: readonly RecordedCall[],
  { same_arguments, same_approvals }: TrajectoryConfig,
): RequiredCall[] {
  return made.map((call) => ({
    tool_name: call.tool_name,
    ...(same_arguments && { whole: getSentArguments(call) }),
    ...(same_approvals && { asks_approval: call.asks_approval }),
  }));
}

/** A required call, with the complete arguments if all must match. */
interface RequiredCall extends TrajectoryCall {
  readonly whole?: unknown;
}

/** Returns the executed arguments: edited by a reviewer, else those of the model. */
const getSentArguments = (call: RecordedCall) => call.edited_arguments ?? call.arguments;

function matchesCall(required: RequiredCall, made: RecordedCall): boolean {
  if (required.tool_name !== made.tool_name) return false;
  if (required.asks_approval !== undefined && required.asks_approval !== made.asks_approval) return false;
  const given = getSentArguments(made);
  if ('whole' in required && !isDeepStrictEqual(given, required.whole)) return false;
  return Object.entries(required.arguments ?? {}).every(
    ([name, value]) =>
      typeof given === 'object' &&
      given !== null &&
      Object.hasOwn(given, name) &&
      isDeepStrictEqual((given as Record<string, unknown>)[name], value),
  );
}

/** Returns the number of matched calls, and a reason per mismatch. */
export function compareCalls(
  required: readonly RequiredCall[],
  made: readonly RecordedCall[],
  order: TrajectoryConfig['order'] = 'in_order',
): { readonly matched: number; readonly mismatches: readonly Message[] } {
  const found = order === 'any_order' ? matchAnyOrder(required, made) : matchInOrder(required, made);
  const missing = required.filter((_, at) => !found.has(at));
  const taken = new Set(found.values());
  const extra = order === 'exact' ? made.filter((_, at) => !taken.has(at)) : [];
  return {
    matched: found.size,
    mismatches: [
      ...missing.map(({ tool_name: tool }) =>
        order === 'any_order'
          ? evalReasons.expected_call_missing({ tool })
          : evalReasons.expected_call_misplaced({ tool }),
      ),
      ...extra.map(({ tool_name: tool }) => evalReasons.call_repeated({ tool })),
    ],
  };
}

/** Finds the longest common subsequence of required and made calls. Returns the index of the made call for each. */
function matchInOrder(required: readonly RequiredCall[], made: readonly RecordedCall[]): Map<number, number> {
  const width = made.length + 1;
  const longest = new Uint16Array((required.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  const fits = (row: number, column: number) =>
    matchesCall(required[row] as RequiredCall, made[column] as RecordedCall);
  for (let row = required.length - 1; row >= 0; row--)
    for (let column = made.length - 1; column >= 0; column--)
      longest[row * width + column] = fits(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const found = new Map<number, number>();
  for (let row = 0, column = 0; row < required.length && column < made.length; ) {
    if (fits(row, column)) found.set(row++, column++);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return found;
}

/** Matches as many required calls as possible. A made call that fits several goes to the one without alternatives. */
function matchAnyOrder(required: readonly RequiredCall[], made: readonly RecordedCall[]): Map<number, number> {
  const takenBy = new Map<number, number>();
  const place = (row: number, seen: Set<number>): boolean =>
    made.some((call, column) => {
      if (seen.has(column) || !matchesCall(required[row] as RequiredCall, call)) return false;
      seen.add(column);
      const other = takenBy.get(column);
      if (other !== undefined && !place(other, seen)) return false;
      takenBy.set(column, row);
      return true;
    });
  for (const row of required.keys()) place(row, new Set());
  return new Map([...takenBy].map(([column, row]) => [row, column]));
}
