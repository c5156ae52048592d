import { getGuardrailKind } from './kinds/index.ts';
import type { Finding, GuardrailItem } from './kinds/kind.ts';

/** Findings of one guardrail. */
export interface ScanResult {
  /** Findings per text. Empty if the guardrail checks the text as a whole. */
  readonly findings: readonly (readonly Finding[])[];
  /** Rules that the texts break as a whole. */
  readonly brokenRules: readonly string[];
}

/** Scans texts with all guardrails that require no model. */
export async function scan(texts: readonly string[], items: readonly GuardrailItem[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  for (const item of items) results.push(await scanWith(item, texts));
  return results;
}

async function scanWith(item: GuardrailItem, texts: readonly string[]): Promise<ScanResult> {
  const { detector } = getGuardrailKind(item);
  if (detector.for === 'model') return { findings: [], brokenRules: [] };
  if (detector.for === 'whole')
    return { findings: [], brokenRules: await detector.judge(texts.join('\n'), item.config) };
  const findings: (readonly Finding[])[] = [];
  for (const text of texts) findings.push(await detector.find(text, item.config));
  return { findings, brokenRules: [] };
}
