import { type CallEffect, getCallEffect, type Tool } from '../tools/kind.ts';
import { type ApprovalFloor, type ApprovalPolicy, evaluatePolicy, matchesRule, type PolicyVerdict } from './policy.ts';

/** Forecast of a policy for calls of a tool with one effect. */
export interface PolicyForecast extends Omit<PolicyVerdict, 'needed'> {
  readonly effect: CallEffect;
  readonly isApprovalRequired: boolean;
}

/** Forecasts whether a call of a tool requires approval by a policy and its floors. */
export function forecastCall(
  policy: ApprovalPolicy,
  floors: readonly ApprovalFloor[],
  tool: Tool,
  sideEffects: boolean,
): PolicyForecast {
  const { needed, ...verdict } = evaluatePolicy(policy, floors, {
    names: tool.names,
    toolType: tool.type,
    sideEffects,
  });
  return { ...verdict, effect: getCallEffect(tool, sideEffects), isApprovalRequired: needed };
}

/** Forecasts the calls of a tool: two results if the effect depends on the arguments. */
export function forecastTool(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], tool: Tool): PolicyForecast[] {
  const effects = tool.effectVaries ? [false, true] : [tool.sideEffects({})];
  return effects.map((sideEffects) => forecastCall(policy, floors, tool, sideEffects));
}

/** Returns the indexes of rules that match none of the tools. */
export function findUnmatchedRules(policy: ApprovalPolicy, tools: readonly Tool[]): number[] {
  return policy.rules.flatMap((rule, at) =>
    tools.some((tool) => matchesRule(rule, { names: tool.names, toolType: tool.type })) ? [] : at,
  );
}
