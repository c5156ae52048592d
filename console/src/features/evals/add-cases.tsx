import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { CaseDialog } from './case-dialog.tsx';
import { CasesFromDecisions } from './cases-from-decisions.tsx';
import { CasesFromFile } from './cases-from-file.tsx';
import { CasesFromRuns } from './cases-from-runs.tsx';
import type { EvalSubject } from './eval-kinds.ts';
import type { EvalSet } from './queries.ts';

/** Buttons for each method of adding cases to a set. */
export function AddCases({ subject, set }: { readonly subject: EvalSubject; readonly set: EvalSet }) {
  const [method, setMethod] = useState<'case' | 'runs' | 'file' | 'decisions'>();
  const close = () => setMethod(undefined);
  return (
    <section aria-label={w.evals.add} className="flex flex-wrap gap-2">
      <Button onClick={() => setMethod('runs')}>{w.evals.addRuns}</Button>
      <Button onClick={() => setMethod('file')}>{w.evals.addFile}</Button>
      {subject.kind === 'task_agent' && <Button onClick={() => setMethod('decisions')}>{w.evals.addDecisions}</Button>}
      <Button onClick={() => setMethod('case')}>{w.evals.addCase}</Button>
      {method === 'case' && <CaseDialog subject={subject} setId={set.id} onClose={close} />}
      {method === 'runs' && <CasesFromRuns subject={subject} set={set} onClose={close} />}
      {method === 'file' && <CasesFromFile subject={subject} set={set} onClose={close} />}
      {method === 'decisions' && <CasesFromDecisions subject={subject} set={set} onClose={close} />}
    </section>
  );
}
