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
  /** Project of the texts. */
  readonly projectId: string;
  /** Default judge model: the model of the run. */
  readonly modelId: string | null;
  /** Payer of the judge model. */
  readonly payer: () => CallPayer | Promise<CallPayer>;
  /**
   * Whether an unavailable judge throws ModelCallError, so that the run waits. Otherwise the text counts as
   * unchecked.
   */
  readonly isJudgeAwaited: boolean;
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
  const masked = await maskTexts(options, texts, signal);
  // The judge sees masked texts, so that secrets do not leave.
  return { ...masked, hits: await judgeTexts(ctx, options, masked, signal) };
}

/** Applies the guardrails that call no model. Throws GuardrailBlocked. */
export async function maskTexts(
  { direction, items, projectId }: Pick<GuardOptions, 'direction' | 'items' | 'projectId'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<GuardedTexts> {
  const scannedItems = items.filter((item) => !needsJudge(item));
  if (scannedItems.length === 0 || !hasText(texts)) return { texts, hits: [] };
  const scanned = await scanTexts(texts, scannedItems, projectId, signal);
  const hits = mergeHits(scannedItems.flatMap((item, index) => toHits(item, direction, scanned?.[index])));
  assertNotBlocked(hits);
  const maskText = (text: string, index: number) =>
    maskFindings(text, listMaskedFindings(scannedItems, scanned ?? [], index));
  return { texts: texts.map(maskText), hits };
}

/**
 * Applies the guardrails that call a model to masked texts. Returns their hits after the earlier ones. Throws
 * GuardrailBlocked with all hits, CreditShortage, and ModelCallError if the run must wait for the judge.
 */
export async function judgeTexts(
  ctx: GuardContext,
  options: GuardOptions,
  { texts, hits }: GuardedTexts,
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  if (!hasText(texts)) return hits;
  const all = [...hits];
  for (const item of options.items.filter(needsJudge)) all.push(...(await judge(ctx, options, item, texts, signal)));
  assertNotBlocked(all);
  return all;
}

/** Whether a guardrail calls a model. Such a guardrail never changes a text. */
export function needsJudge(item: GuardrailItem): boolean {
  return getGuardrailKind(item).detector.for === 'model';
}

const hasText = (texts: readonly string[]) => texts.some((text) => text !== '');

function assertNotBlocked(hits: readonly Hit[]): void {
  const blocking = hits.find(({ action }) => action === 'block');
  if (blocking) throw new GuardrailBlocked(blocking, hits);
}

async function judge(
  ctx: GuardContext,
  { direction, modelId, payer, isJudgeAwaited }: GuardOptions,
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
