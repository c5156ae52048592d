import type { Finding } from './kinds/kind.ts';

/** Replaces findings in texts with the names of their rules. Adjacent findings become one. */
export function maskFindings(text: string, findings: readonly Finding[]): string {
  let result = '';
  let at = 0;
  for (const { rule, start, end } of mergeFindings(findings)) {
    result += `${text.slice(at, start)}[${rule}]`;
    at = end;
  }
  return result + text.slice(at);
}

/** Sorts findings by position and merges overlapping ones under the first one's rule. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const result: Finding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (!last || finding.start >= last.end) result.push(finding);
    else if (finding.end > last.end) result[result.length - 1] = { ...last, end: finding.end };
  }
  return result;
}
