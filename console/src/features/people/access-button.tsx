import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';
import { MemberList } from './member-list.tsx';
import type { NamedResource } from './permissions.ts';

interface Props {
  readonly resource: NamedResource;
  /** Includes the resource name in the label, to distinguish the buttons of several rows. */
  readonly isNamed?: boolean;
}

/** Opens the access dialog of a resource whose page has no access tab. */
export function AccessButton({ resource, isNamed = false }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        isSmall={isNamed}
        variant={isNamed ? 'quiet' : 'plain'}
        aria-label={isNamed ? w.people.accessNamed({ name: resource.name }) : undefined}
        onClick={() => setOpen(true)}
      >
        {w.people.access}
      </Button>
      {open && (
        <Dialog title={w.people.accessNamed({ name: resource.name })} placement="side" onClose={() => setOpen(false)}>
          <MemberList resource={resource} />
        </Dialog>
      )}
    </>
  );
}

/** Shows the ID and the access button of a resource beside its name. */
export function ResourceActions({ resource }: { readonly resource: NamedResource }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <CopyableId id={resource.id} />
      <AccessButton resource={resource} />
    </span>
  );
}
