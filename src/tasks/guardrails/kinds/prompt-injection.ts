import Type from 'typebox';
import type { GuardrailConfig, GuardrailKind } from './kind.ts';
import { definePatternSettings, filterFindings, findAll, type Pattern } from './settings.ts';

/** Up to four words between others, within one sentence. */
const FEW_WORDS = String.raw`(?:[^\s.!?\n]{1,30}\s{1,3}){0,4}`;
const GAP = String.raw`\s{1,5}`;

const toPattern = (source: string) => new RegExp(source, 'giu');

/** Patterns of texts that address the model. Heuristics: they find simple attacks and miss advanced ones. */
const PATTERNS: readonly Pattern[] = [
  {
    rule: 'ignore_instructions',
    pattern: toPattern(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|skip)${GAP}${FEW_WORDS}(?:instructions?|prompts?|rules|guidelines|directives|context|everything${GAP}(?:above|before))\b`,
    ),
    isMatch: (found) =>
      /\b(?:all|any|previous|prior|above|earlier|preceding|former|system|your|these|those|everything|initial|original)\b/i.test(
        found,
      ),
  },
  {
    rule: 'ignore_instructions',
    pattern: toPattern(
      String.raw`(?:ignorier(?:e|en)?|vergiss|vergessen${GAP}sie|missachte)${GAP}${FEW_WORDS}(?:anweisungen|instruktionen|regeln|vorgaben)|(?:ignore[zr]?|oublie[zr]?)${GAP}${FEW_WORDS}(?:instructions|consignes)${GAP}(?:précédentes|ci-dessus|antérieures)|(?:ignora|olvida)${GAP}${FEW_WORDS}(?:instrucciones|reglas)${GAP}(?:anteriores|previas)|忽略(?:之前|以上|前面|所有)[^。\n]{0,10}(?:指令|指示|说明)`,
    ),
  },
  {
    rule: 'new_instructions',
    pattern: toPattern(
      String.raw`\b(?:new|updated|real|actual)${GAP}(?:system${GAP})?(?:instructions?|directives?|prompt)\s{0,5}(?::|from${GAP}(?:the${GAP})?(?:admin|administrator|developer|system|owner))`,
    ),
  },
  {
    rule: 'role_markers',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system_prompt|assistant)>|(?<=^|\n)[ \t#*]{0,8}(?:system|assistant)(?: (?:message|prompt|override))?[*]{0,2}:[ \t]/giu,
  },
  {
    rule: 'reveal_prompt',
    pattern: toPattern(
      String.raw`\b(?:reveal|print|show|repeat|output|display|leak|share|tell${GAP}me|give${GAP}me|what${GAP}(?:is|are|were))${GAP}${FEW_WORDS}(?:system${GAP}(?:prompt|message|instructions?)|(?:hidden|initial|secret|original)${GAP}(?:prompt|instructions?)|your${GAP}(?:instructions|prompt))\b`,
    ),
  },
  {
    rule: 'new_role',
    pattern: toPattern(
      String.raw`\byou${GAP}are${GAP}(?:now|no${GAP}longer)${GAP}${FEW_WORDS}(?:dan|unrestricted|jailbroken|unfiltered|uncensored|evil|bound|an?${GAP}(?:ai|assistant|model|bot))\b|\b(?:enable|enter|activate|switch${GAP}to)${GAP}${FEW_WORDS}(?:developer|debug|god|admin|dan|jailbreak)${GAP}mode\b|\b(?:pretend|act)${GAP}(?:as${GAP}(?:if|though)${GAP})?(?:that${GAP})?(?:you${GAP}(?:have${GAP}no|are${GAP}not)|as${GAP}an?${GAP}(?:unrestricted|unfiltered|uncensored))`,
    ),
  },
  {
    rule: 'hide_from_user',
    pattern: toPattern(
      String.raw`\b(?:do${GAP}not|don['’]t|never|without)${GAP}(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|alert|alerting|notify|notifying)${GAP}${FEW_WORDS}(?:the${GAP})?(?:user|human|person|owner|anyone)\b`,
    ),
  },
  {
    rule: 'exfiltration',
    pattern: toPattern(
      String.raw`\b(?:send|post|forward|upload|exfiltrate|transmit|email)${GAP}${FEW_WORDS}(?:conversation|chat${GAP}history|credentials|passwords?|api${GAP}keys?|secrets?|tokens?|system${GAP}prompt|personal${GAP}data)${GAP}${FEW_WORDS}(?:to|at)\b|!\[[^\]\n]{0,100}\]\(https?://[^\s)]{1,300}[?&][^\s)=]{1,40}=(?:\{|%7B|<|\[)`,
    ),
  },
  // Text in invisible tag characters, and long sequences of zero-width characters.
  { rule: 'hidden_text', pattern: /[\u{E0020}-\u{E007F}]{4,1000}|[\u200B-\u200D\u2060\u2062-\u2064\uFEFF]{8,1000}/gu },
];

const RULES = [...new Set(PATTERNS.map(({ rule }) => rule))].sort();

export const promptInjection: GuardrailKind<'prompt_injection'> = {
  name: 'prompt_injection',
  description:
    'Detects instructions to the model in input, fetched pages, retrieved chunks and tool results. Heuristics find simple attacks and miss advanced ones; use flag and review the hits.',
  directions: ['input'],
  actions: ['block', 'mask', 'flag'],
  defaultAction: 'flag',
  config: Type.Object(definePatternSettings(RULES)),
  detector: {
    for: 'places',
    find: (text: string, config: GuardrailConfig) => filterFindings(text, findAll(text, PATTERNS), config),
  },
};
