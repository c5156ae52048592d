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
import { GROUP_PATH, GROUPS_PATH, type ReportingGroup } from './queries.ts';

const invalidateReportingGroups = () => void queryClient.invalidateQueries({ queryKey: ['reporting_group', 'list'] });

interface ReportingGroupDialogProps {
  /** The group to edit. Without it, the dialog creates one. */
  readonly group?: ReportingGroup;
  readonly onClose: () => void;
}

/** Creates or edits a reporting group. */
export function ReportingGroupDialog({ group, onClose }: ReportingGroupDialogProps) {
  const scope = useScope();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim() };
      if (group === undefined) return post(GROUPS_PATH, { params: { path: { ...scope } }, body });
      return post(GROUP_PATH, { params: { path: { ...scope, reporting_group_id: group.id } }, body });
    },
    onSuccess: (savedGroup) => {
      showToast(
        group === undefined
          ? w.reports.groupMade({ name: savedGroup.name })
          : w.reports.groupSaved({ name: savedGroup.name }),
      );
      invalidateReportingGroups();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={group ? w.reports.changeNamed({ name: group.name }) : w.reports.makeGroup}
      mutation={save}
      submitLabel={group ? w.reports.change : w.reports.makeGroup}
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

/** Deletes a reporting group after confirmation. */
export function DeleteReportingGroupDialog({
  group,
  onClose,
}: {
  readonly group: ReportingGroup;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(GROUP_PATH, { params: { path: { ...scope, reporting_group_id: group.id } } }),
    onSuccess: () => {
      showToast(w.ui.deleted({ name: group.name }));
      invalidateReportingGroups();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.ui.deleteNamed({ name: group.name })}
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
