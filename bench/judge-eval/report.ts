import { type Agreement, computeAgreement } from '../../src/evals/judge/agreement.ts';
import type { JudgedCase } from './ask.ts';

/** Returns the agreement of judges and people. A case without a verdict counts as disagreement. */
export function agreementWith(judged: readonly JudgedCase[]): Agreement & { readonly without: number } {
  const labels = judged.map(({ of, decision }) => ({
    person: of.label,
    judge: decision.verdict ?? (of.label === 'pass' ? ('fail' as const) : ('pass' as const)),
  }));
  return { ...computeAgreement(labels), without: judged.filter(({ decision }) => decision.verdict === null).length };
}

/** Returns the results as a Markdown table. */
export function table(judged: readonly JudgedCase[]): string {
  const { both, agreement, kappa, counts, without } = agreementWith(judged);
  const rounded = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  return [
    '| Cases | Agreement | Cohen’s kappa | Without a verdict |',
    '| --- | --- | --- | --- |',
    `| ${both} | ${rounded(agreement)} | ${rounded(kappa)} | ${without} |`,
    '',
    '| People say | Judge: pass | Judge: fail |',
    '| --- | --- | --- |',
    `| pass | ${counts.pass.pass} | ${counts.pass.fail} |`,
    `| fail | ${counts.fail.pass} | ${counts.fail.fail} |`,
  ].join('\n');
}

/** Returns a line for each case in which the judges disagree with the label. */
export function differences(judged: readonly JudgedCase[]): string[] {
  return judged
    .filter(({ of, decision }) => decision.verdict !== of.label)
    .map(
      ({ of, decision }) =>
        `${of.id}: a person says ${of.label}, the judge ${decision.verdict ?? 'nothing'}: ${decision.reasoning}`,
    );
}
