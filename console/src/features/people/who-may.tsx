import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';
import { Members } from './members.tsx';
import type { Thing } from './rights.ts';

interface Props {
  readonly of: Thing;
  /** Says the name of the thing too, to tell its button from those of the rows around it. */
  readonly named?: boolean;
}

/** The button on a thing whose page has no row of parts, or that has no page: opens who may what with it, at the side. */
export function WhoMay({ of, named = false }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        isSmall={named}
        variant={named ? 'quiet' : 'plain'}
        aria-label={named ? w.people.whoMayNamed(of.name) : undefined}
        onClick={() => setOpen(true)}
      >
        {w.people.whoMay}
      </Button>
      {open && (
        <Dialog title={w.people.whoMayNamed(of.name)} placement="side" onClose={() => setOpen(false)}>
          <Members of={of} />
        </Dialog>
      )}
    </>
  );
}

/** What stands beside the name of a thing on its page: its id to copy, and who may what with it. */
export function ThingActs({ of }: { readonly of: Thing }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <CopyableId id={of.id} />
      <WhoMay of={of} />
    </span>
  );
}
