import type { Finding } from './kinds/kind.ts';

/** Texts with what stands in the places of findings replaced by the names of their rules; places that touch are one. */
export function maskFindings(text: string, findings: readonly Finding[]): string {
  let result = '';
  let at = 0;
  for (const { rule, start, end } of mergeFindings(findings)) {
    result += `${text.slice(at, start)}[${rule}]`;
    at = end;
  }
  return result + text.slice(at);
}

/** Findings in the order of the text, those that overlap as one, which has the rule of the first. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const result: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (!last || finding.start >= last.end) result.push(finding);
    else if (finding.end > last.end) result[result.length - 1] = { ...last, end: finding.end };
  }
  return result;
}
