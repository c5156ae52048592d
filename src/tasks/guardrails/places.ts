import type { Finding } from './kinds/kind.ts';

/** Texts with what stands in the places of findings replaced by the names of their rules; places that touch are one. */
export function masked(text: string, findings: readonly Finding[]): string {
  let out = '';
  let at = 0;
  for (const { rule, start, end } of merged(findings)) {
    out += `${text.slice(at, start)}[${rule}]`;
    at = end;
  }
  return out + text.slice(at);
}

/** Findings in the order of the text, those that overlap as one, which has the rule of the first. */
export function merged(findings: readonly Finding[]): Finding[] {
  const out: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    if (!last || finding.start >= last.end) out.push(finding);
    else if (finding.end > last.end) out[out.length - 1] = { ...last, end: finding.end };
  }
  return out;
}
