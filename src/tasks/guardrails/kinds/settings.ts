import Type from 'typebox';
import { NonBlankText, StringEnum } from '../../../platform/schemas.ts';
import type { Finding, GuardrailConfig } from './kind.ts';

/** Settings of pattern-based guardrails. */
export function definePatternSettings(rules: readonly string[]) {
  return {
    rules: Type.Optional(
      Type.Array(StringEnum(rules), {
        minItems: 1,
        maxItems: 50,
        description: 'Rules to apply. Default: all.',
      }),
    ),
    allow: Type.Optional(
      Type.Array(NonBlankText(500), {
        maxItems: 200,
        description: 'Texts that are never a hit, case-insensitive: a complete address, number or key.',
      }),
    ),
  };
}

/** Filters findings by the settings. */
export function filterFindings(text: string, findings: readonly Finding[], config: GuardrailConfig): Finding[] {
  const { rules, allow = [] } = config as { readonly rules?: readonly string[]; readonly allow?: readonly string[] };
  const allowed = new Set(allow.map((item) => item.trim().toLowerCase()));
  return findings.filter(
    ({ rule, start, end }) =>
      (rules === undefined || rules.includes(rule)) && !allowed.has(text.slice(start, end).trim().toLowerCase()),
  );
}

/** A rule with its pattern. `isMatch` verifies a match. */
export interface Pattern {
  readonly rule: string;
  /** Must be global, with bounded work per position. */
  readonly pattern: RegExp;
  readonly isMatch?: (findings: string) => boolean;
}

/** Finds all matches of patterns. The group `it`, if any, is the finding, else the complete match. */
export function findAll(text: string, patterns: readonly Pattern[]): Finding[] {
  return patterns.flatMap(({ rule, pattern, isMatch }) =>
    Array.from(text.matchAll(pattern), (match) => {
      const matched = match.groups?.it ?? match[0];
      const start = match.index + (match.groups?.it === undefined ? 0 : match[0].lastIndexOf(matched));
      return { rule, start, end: start + matched.length };
    }).filter(({ start, end }) => isMatch?.(text.slice(start, end)) ?? true),
  );
}
