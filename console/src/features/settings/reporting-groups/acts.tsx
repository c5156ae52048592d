import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { del, post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { NameField, TextareaField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { GROUP, GROUPS, type ReportingGroup } from './queries.ts';

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['reporting_group', 'list'] });

interface EditProps {
  /** The one to change; left out for a new one. */
  readonly of?: ReportingGroup;
  readonly onClose: () => void;
}

/** Makes a reporting group, or changes one. */
export function EditGroup({ of, onClose }: EditProps) {
  const scope = useScope();
  const [name, setName] = useState(of?.name ?? '');
  const [description, setDescription] = useState(of?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim() };
      if (of === undefined) return post(GROUPS, { params: { path: { ...scope } }, body });
      return post(GROUP, { params: { path: { ...scope, reporting_group_id: of.id } }, body });
    },
    onSuccess: (saved) => {
      showToast(of === undefined ? w.reports.groupMade(saved.name) : w.reports.groupSaved(saved.name));
      readAgain();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={of ? w.reports.changeNamed(of.name) : w.reports.makeGroup}
      mutation={save}
      submitLabel={of ? w.reports.change : w.reports.makeGroup}
      fieldPaths={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.reports.name} error={save.error} value={name} onChange={setName} />
      <TextareaField
        label={w.reports.description}
        path="description"
        error={save.error}
        rows={2}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </MutationDialog>
  );
}

/** Deletes a reporting group, once somebody said so twice. */
export function RemoveGroup({ of, onClose }: { readonly of: ReportingGroup; readonly onClose: () => void }) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(GROUP, { params: { path: { ...scope, reporting_group_id: of.id } } }),
    onSuccess: () => {
      showToast(w.ui.deleted(of.name));
      readAgain();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.ui.deleteNamed(of.name)}
      confirmLabel={w.ui.delete}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.reports.deleteHint}
    </ConfirmDialog>
  );
}
