import type { CallPayer } from '../../usage/model-calls.ts';
import { maskFindings, mergeFindings } from './findings.ts';
import { GuardrailBlocked, getHitTime, type Hit, mergeHits, UNCHECKED } from './hits.ts';
import { type GuardContext, judgeTopics } from './judge.ts';
import { getGuardrailKind } from './kinds/index.ts';
import type { Direction, Finding, GuardrailItem } from './kinds/kind.ts';
import type { ScanResult } from './scan.ts';
import { scanTexts } from './scan-texts.ts';

/** Guardrails to apply and who pays for the judge. */
export interface GuardOptions {
  readonly direction: Direction;
  readonly items: readonly GuardrailItem[];
  /** Default judge model: the model of the run. */
  readonly modelId: string | null;
  /** Payer of the judge model. */
  readonly payer: () => CallPayer | Promise<CallPayer>;
  /**
   * Whether an unavailable judge throws ModelCallError, so that the run waits. Otherwise the text counts as
   * unchecked.
   */
  readonly isJudgeAwaited?: boolean;
}

/** Texts after masking, with the hits. */
export interface GuardedTexts {
  readonly texts: readonly string[];
  readonly hits: readonly Hit[];
}

/**
 * Checks texts and returns them masked, with hits. Throws GuardrailBlocked, CreditShortage if the judge cannot be
 * paid, and ModelCallError if the run must wait for it. An unchecked text passes only guardrails that flag.
 */
export async function guardTexts(
  ctx: GuardContext,
  options: GuardOptions,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<GuardedTexts> {
  const hasText = texts.filter((text) => text !== '').length > 0;
  if (options.items.length === 0 || !hasText) return { texts, hits: [] };
  const { items, direction } = options;
  const scanned = await scanTexts(texts, items, signal);
  const scanHits = items.flatMap((item, index) => toHits(item, direction, scanned?.[index]));
  assertNotBlocked(scanHits);
  const maskedTexts = texts.map((text, index) => maskFindings(text, listMaskedFindings(items, scanned ?? [], index)));
  const judgeHits: Hit[] = [];
  // The judge sees masked texts, so that secrets do not leave.
  for (const item of items.filter((one) => getGuardrailKind(one).detector.for === 'model'))
    judgeHits.push(...(await judge(ctx, options, item, maskedTexts, signal)));
  const hits = mergeHits([...scanHits, ...judgeHits]);
  assertNotBlocked(hits);
  return { texts: maskedTexts, hits };
}

function assertNotBlocked(hits: readonly Hit[]): void {
  const blocking = hits.find(({ action }) => action === 'block');
  if (blocking) throw new GuardrailBlocked(blocking, mergeHits(hits));
}

async function judge(
  ctx: GuardContext,
  { direction, modelId, payer, isJudgeAwaited = false }: GuardOptions,
  item: GuardrailItem,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Hit[]> {
  // A guardrail that only flags does not delay the run.
  const isAwaited = isJudgeAwaited && item.action !== 'flag';
  const judging = { item, modelId, payer: await payer(), isJudgeAwaited: isAwaited };
  const rules = await judgeTopics(ctx, judging, texts, signal);
  return rules.map((rule) => toHit(item, direction, rule));
}

function toHits(item: GuardrailItem, direction: Direction, scanned: ScanResult | undefined): Hit[] {
  if (getGuardrailKind(item).detector.for === 'model') return [];
  // A text that cannot be masked is blocked.
  if (scanned === undefined)
    return [toHit(item.action === 'mask' ? { ...item, action: 'block' } : item, direction, UNCHECKED)];
  const places = scanned.findings
    .flatMap((inText) => mergeFindings(inText))
    .map(({ rule }) => toHit(item, direction, rule));
  return [...places, ...scanned.brokenRules.map((rule) => toHit(item, direction, rule))];
}

function toHit({ guardrail, action }: GuardrailItem, direction: Direction, rule: string): Hit {
  return { guardrail, direction, action, rule, count: 1, at: getHitTime() };
}

function listMaskedFindings(
  items: readonly GuardrailItem[],
  scanned: readonly ScanResult[],
  textIndex: number,
): Finding[] {
  return items.flatMap(({ action }, index) => (action === 'mask' ? (scanned[index]?.findings[textIndex] ?? []) : []));
}
