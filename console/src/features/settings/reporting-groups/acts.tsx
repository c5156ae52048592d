import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { del, post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { ActDialog } from '../../../ui/act-form.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { LongField, NameField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { GROUP, GROUPS, type ReportingGroup } from './queries.ts';

const readAgain = () => void queries.invalidateQueries({ queryKey: ['reporting_group', 'list'] });

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
      toast(of === undefined ? w.reports.groupMade(saved.name) : w.reports.groupSaved(saved.name));
      readAgain();
      onClose();
    },
  });
  return (
    <ActDialog
      title={of ? w.reports.changeNamed(of.name) : w.reports.makeGroup}
      act={save}
      submit={of ? w.reports.change : w.reports.makeGroup}
      places={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.reports.name} error={save.error} value={name} onChange={setName} />
      <LongField
        label={w.reports.description}
        at="description"
        error={save.error}
        rows={2}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </ActDialog>
  );
}

/** Deletes a reporting group, once somebody said so twice. */
export function RemoveGroup({ of, onClose }: { readonly of: ReportingGroup; readonly onClose: () => void }) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(GROUP, { params: { path: { ...scope, reporting_group_id: of.id } } }),
    onSuccess: () => {
      toast(w.ui.deleted(of.name));
      readAgain();
      onClose();
    },
  });
  return (
    <Confirm
      title={w.ui.deleteNamed(of.name)}
      act={w.ui.delete}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {w.reports.deleteHint}
    </Confirm>
  );
}
