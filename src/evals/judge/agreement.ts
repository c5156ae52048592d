/** How far two who label the same things agree. Pure. */

/** What both said of one thing. */
export interface Labels {
  readonly person: 'pass' | 'fail';
  readonly judge: 'pass' | 'fail';
}

export interface Agreement {
  readonly both: number;
  /** Share of things of which both say the same; null for none. */
  readonly agreement: number | null;
  /** Cohen's kappa: agreement beyond what chance would give, 1 for all; null where chance alone explains all or nothing was labelled. */
  readonly kappa: number | null;
  /** Things by what the person said and what the judge did. */
  readonly counts: Readonly<Record<'pass' | 'fail', Readonly<Record<'pass' | 'fail', number>>>>;
}

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
