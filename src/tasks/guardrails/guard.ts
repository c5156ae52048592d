import type { CallPayer } from '../../usage/model-calls.ts';
import { GuardrailBlocked, type Hit, hitTime, summed, UNCHECKED } from './hits.ts';
import { type GuardContext, judgeTopics } from './judge.ts';
import { guardrailKind } from './kinds/index.ts';
import type { Direction, Finding, GuardrailItem } from './kinds/kind.ts';
import { masked, merged } from './places.ts';
import type { Scanned } from './scan.ts';
import { scanTexts } from './scanning.ts';

/** Whose texts are looked at, and with what. */
export interface Guarding {
  readonly direction: Direction;
  readonly items: readonly GuardrailItem[];
  /** The model that judges topics where none is named: the one that answers. */
  readonly modelId: string | null;
  /** Who pays it. */
  readonly payer: () => CallPayer | Promise<CallPayer>;
  /** Whether a judge that is away throws its ModelCallError, so that the run waits for it. Else the text counts as not looked at. */
  readonly isJudgeAwaited?: boolean;
}

/** Texts that may go on. */
export interface Passed {
  readonly texts: readonly string[];
  readonly hits: readonly Hit[];
}

/**
 * Looks at texts, and answers them as they may go on. Throws GuardrailBlocked where they may not, and CreditShortage where
 * a model that judges can't be paid, and ModelCallError where the run is to wait for it. A text that could not be looked at passes only those that flag.
 */
export async function guardTexts(
  ctx: GuardContext,
  guarding: Guarding,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Passed> {
  const some = texts.filter((text) => text !== '').length > 0;
  if (guarding.items.length === 0 || !some) return { texts, hits: [] };
  const { items, direction } = guarding;
  const scanned = await scanTexts(texts, items, signal);
  const found = items.flatMap((item, at) => hitsOf(item, direction, scanned?.[at]));
  refuseBlocked(found);
  const passed = texts.map((text, at) => masked(text, placesToMask(items, scanned ?? [], at)));
  const judged: Hit[] = [];
  // A key that is masked is not shown to the judge.
  for (const item of items.filter((one) => guardrailKind(one).look.for === 'model'))
    judged.push(...(await judge(ctx, guarding, item, passed, signal)));
  const hits = summed([...found, ...judged]);
  refuseBlocked(hits);
  return { texts: passed, hits };
}

function refuseBlocked(hits: readonly Hit[]): void {
  const blocking = hits.find(({ action }) => action === 'block');
  if (blocking) throw new GuardrailBlocked(blocking, summed(hits));
}

async function judge(
  ctx: GuardContext,
  { direction, modelId, payer, isJudgeAwaited = false }: Guarding,
  item: GuardrailItem,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Hit[]> {
  // What only flags holds nothing up.
  const isAwaited = isJudgeAwaited && item.action !== 'flag';
  const judging = { item, modelId, payer: await payer(), isJudgeAwaited: isAwaited };
  const rules = await judgeTopics(ctx, judging, texts, signal);
  return rules.map((rule) => hitOf(item, direction, rule));
}

function hitsOf(item: GuardrailItem, direction: Direction, scanned: Scanned | undefined): Hit[] {
  if (guardrailKind(item).look.for === 'model') return [];
  // What can't be masked must not pass.
  if (scanned === undefined)
    return [hitOf(item.action === 'mask' ? { ...item, action: 'block' } : item, direction, UNCHECKED)];
  const places = scanned.places.flatMap((inText) => merged(inText)).map(({ rule }) => hitOf(item, direction, rule));
  return [...places, ...scanned.broken.map((rule) => hitOf(item, direction, rule))];
}

function hitOf({ guardrail, action }: GuardrailItem, direction: Direction, rule: string): Hit {
  return { guardrail, direction, action, rule, count: 1, at: hitTime() };
}

function placesToMask(items: readonly GuardrailItem[], scanned: readonly Scanned[], at: number): Finding[] {
  return items.flatMap(({ action }, index) => (action === 'mask' ? (scanned[index]?.places[at] ?? []) : []));
}
