import { useState } from 'react';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { CloneDialog } from './clone-dialog.tsx';

/** Opens the dialog that clones a shared task or agent. */
export function CloneFromLinkButton({ kind }: Pick<Subject, 'kind'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{w.shares.fromLink}</Button>
      {isOpen && <CloneDialog kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  );
}
