import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { w } from '../../../words/index.ts';
import type { QueueFilter } from '../queries.ts';
import { toView, useChangeViews } from './views.ts';

interface Props {
  readonly filter: QueueFilter;
  readonly onClose: () => void;
}

/** Names the current filter. */
export default function SaveViewDialog({ filter, onClose }: Props) {
  const [name, setName] = useState('');
  const change = useChangeViews(onClose);
  const save = () => change.mutate((views) => [...views, toView(name.trim(), filter)]);
  return (
    <MutationDialog
      title={w.inbox.saveViewTitle}
      onClose={onClose}
      mutation={{ ...change, mutate: save }}
      submitLabel={w.inbox.saveNow}
      fieldPaths={[]}
    >
      <TextField
        label={w.inbox.viewName}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </MutationDialog>
  );
}
