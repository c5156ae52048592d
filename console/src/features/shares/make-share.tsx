import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { makeShare } from './queries.ts';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly onClose: () => void;
}

/** A share as its form has it. */
interface Draft {
  readonly title: string;
  readonly description: string;
  readonly shortId: string;
  readonly expires: string;
  readonly revision: string;
  readonly run: string;
  readonly indexed: boolean;
}

const EMPTY: Draft = { title: '', description: '', shortId: '', expires: '', revision: '', run: '', indexed: false };

function bodyOf({ kind, name }: Subject, { title, description, shortId, expires, revision, run, indexed }: Draft) {
  const pinned = kind === 'task' ? 'task_revision_id' : 'task_agent_revision_id';
  return {
    title: title.trim() || name,
    description,
    indexed,
    ...(shortId.trim() === '' ? {} : { custom_short_id: shortId.trim() }),
    ...(expires === '' ? {} : { expires_at: new Date(expires).toISOString() }),
    ...(revision === '' ? {} : { [pinned]: revision }),
    ...(run.trim() === '' ? {} : { task_run_id: run.trim() }),
  };
}

const FIELDS = [
  'title',
  'description',
  'custom_short_id',
  'expires_at',
  'task_revision_id',
  'task_agent_revision_id',
  'task_run_id',
];

/** Makes a link that anybody may open, and shows it. */
export function MakeShare({ subject, revisions, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState(EMPTY);
  const make = useMutation({ mutationFn: () => makeShare(scope, subject, bodyOf(subject, draft)) });
  if (make.data)
    return (
      <Dialog title={w.shares.made} onClose={onClose}>
        <div className="flex flex-col gap-4">
          <Copyable text={make.data.url} className="break-all" />
          <div className="flex justify-end">
            <Button variant="primary" onClick={onClose}>
              {w.ui.done}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <MutationDialog
      title={w.shares.make}
      mutation={make}
      submitLabel={w.shares.make}
      fieldPaths={FIELDS}
      onClose={onClose}
    >
      <p className="text-muted">{w.shares.makeHint}</p>
      <Fields {...{ subject, revisions, draft }} error={make.error} onChange={setDraft} />
    </MutationDialog>
  );
}

interface FieldsProps extends Omit<Props, 'onClose'> {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

function Fields(props: FieldsProps) {
  const { subject, draft, error, onChange } = props;
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => onChange({ ...draft, [name]: value });
  return (
    <>
      <TextField
        label={w.shares.name}
        path="title"
        error={error}
        maxLength={200}
        placeholder={subject.name}
        value={draft.title}
        onChange={(event) => set('title', event.target.value)}
      />
      <TextareaField
        label={w.shares.description}
        hint={w.shares.descriptionHint}
        path="description"
        error={error}
        rows={3}
        value={draft.description}
        onChange={(event) => set('description', event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={w.shares.shortId}
          hint={w.shares.shortIdHint}
          path="custom_short_id"
          error={error}
          spellCheck={false}
          value={draft.shortId}
          onChange={(event) => set('shortId', event.target.value)}
        />
        <TextField
          label={w.shares.expiry}
          hint={w.shares.expiryHint}
          path="expires_at"
          error={error}
          type="datetime-local"
          value={draft.expires}
          onChange={(event) => set('expires', event.target.value)}
        />
      </div>
      <Pinned {...props} />
      <CheckboxField label={w.shares.indexed} checked={draft.indexed} onChange={(on) => set('indexed', on)} />
    </>
  );
}

function Pinned({ subject, revisions, draft, error, onChange }: FieldsProps) {
  const isTask = subject.kind === 'task';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={w.shares.revision}
        hint={draft.revision === '' ? w.shares.servingHint : undefined}
        path={isTask ? 'task_revision_id' : 'task_agent_revision_id'}
        error={error}
        value={draft.revision}
        onChange={(event) => onChange({ ...draft, revision: event.target.value })}
      >
        <option value="">{w.shares.serving}</option>
        {revisions.map(({ id }) => (
          <option key={id} value={id}>
            {toRevisionLabel({ id })}
          </option>
        ))}
      </SelectField>
      {isTask && (
        <TextField
          label={w.shares.run}
          hint={w.shares.runHint}
          path="task_run_id"
          error={error}
          spellCheck={false}
          value={draft.run}
          onChange={(event) => onChange({ ...draft, run: event.target.value })}
        />
      )}
    </div>
  );
}
