import { useState } from 'react';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { CloneDialog } from './clone.tsx';

/** The way to a copy of what somebody shared. Shared by the lists of tasks and agents. */
export function FromLink({ kind }: Pick<Subject, 'kind'>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{w.shares.fromLink}</Button>
      {asking && <CloneDialog kind={kind} onClose={() => setAsking(false)} />}
    </>
  );
}
