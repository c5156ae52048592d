/** Agreement of two raters. Pure. */

/** Labels of two raters for one item. */
interface Labels {
  readonly person: 'pass' | 'fail';
  readonly judge: 'pass' | 'fail';
}

/** Agreement of two raters on the same items. */
export interface Agreement {
  readonly both: number;
  /** Share of equal labels. Null for none. */
  readonly agreement: number | null;
  /**
   * Cohen's kappa: agreement beyond chance, 1 for complete agreement. Null if chance explains everything or nothing was
   * labelled.
   */
  readonly kappa: number | null;
  /** Number of items by the person's and the judge's label. */
  readonly counts: Readonly<Record<'pass' | 'fail', Readonly<Record<'pass' | 'fail', number>>>>;
}

/** Computes agreement and Cohen's kappa of the labels. */
export function computeAgreement(labels: readonly Labels[]): Agreement {
  const count = (person: 'pass' | 'fail', judge: 'pass' | 'fail') =>
    labels.filter((one) => one.person === person && one.judge === judge).length;
  const counts = {
    pass: { pass: count('pass', 'pass'), fail: count('pass', 'fail') },
    fail: { pass: count('fail', 'pass'), fail: count('fail', 'fail') },
  };
  const both = labels.length;
  if (both === 0) return { both, agreement: null, kappa: null, counts };
  const agreement = (counts.pass.pass + counts.fail.fail) / both;
  const person = (counts.pass.pass + counts.pass.fail) / both;
  const judge = (counts.pass.pass + counts.fail.pass) / both;
  const chance = person * judge + (1 - person) * (1 - judge);
  return { both, agreement, kappa: chance === 1 ? null : (agreement - chance) / (1 - chance), counts };
}
