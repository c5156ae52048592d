import { guardrailKind } from './kinds/index.ts';
import type { Finding, GuardrailItem } from './kinds/kind.ts';

/** What one guardrail found in some texts. */
export interface Scanned {
  /** Places, text by text; none where the guardrail looks at the whole. */
  readonly places: readonly (readonly Finding[])[];
  /** Rules that the texts as a whole break. */
  readonly broken: readonly string[];
}

/** Looks at texts with every guardrail that needs no model. */
export async function scan(texts: readonly string[], items: readonly GuardrailItem[]): Promise<Scanned[]> {
  const scanned: Scanned[] = [];
  for (const item of items) scanned.push(await scanWith(item, texts));
  return scanned;
}

async function scanWith(item: GuardrailItem, texts: readonly string[]): Promise<Scanned> {
  const { look } = guardrailKind(item);
  if (look.for === 'model') return { places: [], broken: [] };
  if (look.for === 'whole') return { places: [], broken: await look.judge(texts.join('\n'), item.config) };
  const places: (readonly Finding[])[] = [];
  for (const text of texts) places.push(await look.find(text, item.config));
  return { places, broken: [] };
}
