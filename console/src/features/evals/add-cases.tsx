import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { CaseForm } from './case-form.tsx';
import { FromDecisions } from './from-decisions.tsx';
import { FromFile } from './from-file.tsx';
import { FromRuns } from './from-runs.tsx';
import type { Of } from './kinds.ts';
import type { EvalSet } from './queries.ts';

/** The ways in which cases come into a set. */
export function AddCases({ of, set }: { readonly of: Of; readonly set: EvalSet }) {
  const [way, setWay] = useState<'case' | 'runs' | 'file' | 'decisions'>();
  const close = () => setWay(undefined);
  return (
    <section aria-label={w.evals.add} className="flex flex-wrap gap-2">
      <Button onClick={() => setWay('runs')}>{w.evals.addRuns}</Button>
      <Button onClick={() => setWay('file')}>{w.evals.addFile}</Button>
      {of.kind === 'task_agent' && <Button onClick={() => setWay('decisions')}>{w.evals.addDecisions}</Button>}
      <Button onClick={() => setWay('case')}>{w.evals.addCase}</Button>
      {way === 'case' && <CaseForm of={of} setId={set.id} onClose={close} />}
      {way === 'runs' && <FromRuns of={of} set={set} onClose={close} />}
      {way === 'file' && <FromFile of={of} set={set} onClose={close} />}
      {way === 'decisions' && <FromDecisions of={of} set={set} onClose={close} />}
    </section>
  );
}
