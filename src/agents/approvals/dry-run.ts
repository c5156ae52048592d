import type { Tool } from '../tools/kind.ts';
import { type ApprovalFloor, type ApprovalPolicy, judge, matches, type PolicyVerdict } from './policy.ts';

/** What a policy has calls of a tool wait for that have one effect. */
export interface Foretold extends Omit<PolicyVerdict, 'needed'> {
  readonly effect: 'none' | 'irreversible';
  readonly asks: boolean;
}

/** What a policy and the floors under it have a call of the tool wait for that changes something, or that does not. */
export function foretell(
  policy: ApprovalPolicy,
  floors: readonly ApprovalFloor[],
  tool: Tool,
  sideEffects: boolean,
): Foretold {
  const { needed, ...verdict } = judge(policy, floors, { names: tool.names, toolType: tool.type, sideEffects });
  return { ...verdict, effect: sideEffects ? 'irreversible' : 'none', asks: needed };
}

/** What it has the calls of a tool wait for: two answers where the arguments say whether a call changes something. */
export function foretellTool(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], tool: Tool): Foretold[] {
  const effects = tool.effectVaries ? [false, true] : [tool.sideEffects({})];
  return effects.map((sideEffects) => foretell(policy, floors, tool, sideEffects));
}

/** Places of the rules that speak of none of the tools. */
export function idleRules(policy: ApprovalPolicy, tools: readonly Tool[]): number[] {
  return policy.rules.flatMap((rule, at) =>
    tools.some((tool) => matches(rule, { names: tool.names, toolType: tool.type })) ? [] : at,
  );
}
