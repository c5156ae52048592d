import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getRevisionLabel } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextareaField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { createShare } from './queries.ts';

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  readonly onClose: () => void;
}

/** Form state of a share. */
interface ShareDraft {
  readonly title: string;
  readonly description: string;
  readonly shortId: string;
  readonly expiresAt: string;
  readonly revisionId: string;
  readonly runId: string;
  readonly isIndexed: boolean;
}

const EMPTY_SHARE: ShareDraft = {
  title: '',
  description: '',
  shortId: '',
  expiresAt: '',
  revisionId: '',
  runId: '',
  isIndexed: false,
};

function toBody(
  { kind, name }: Subject,
  { title, description, shortId, expiresAt, revisionId, runId, isIndexed }: ShareDraft,
) {
  const revisionField = kind === 'task' ? 'task_revision_id' : 'task_agent_revision_id';
  return {
    title: title.trim() || name,
    description,
    indexed: isIndexed,
    ...(shortId.trim() === '' ? {} : { custom_short_id: shortId.trim() }),
    ...(expiresAt === '' ? {} : { expires_at: new Date(expiresAt).toISOString() }),
    ...(revisionId === '' ? {} : { [revisionField]: revisionId }),
    ...(runId.trim() === '' ? {} : { task_run_id: runId.trim() }),
  };
}

const ERROR_FIELDS = [
  'title',
  'description',
  'custom_short_id',
  'expires_at',
  'task_revision_id',
  'task_agent_revision_id',
  'task_run_id',
];

/** Creates a public link and shows it. */
export function CreateShareDialog({ subject, revisions, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState(EMPTY_SHARE);
  const create = useMutation({ mutationFn: () => createShare(scope, subject, toBody(subject, draft)) });
  if (create.data)
    return (
      <Dialog title={w.shares.created} onClose={onClose}>
        <div className="flex flex-col gap-4">
          <Copyable text={create.data.url} className="break-all" />
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
      title={w.shares.create}
      mutation={create}
      submitLabel={w.shares.create}
      fieldPaths={ERROR_FIELDS}
      onClose={onClose}
    >
      <p className="text-muted">{w.shares.createHint}</p>
      <ShareFields {...{ subject, revisions, draft }} error={create.error} onChange={setDraft} />
    </MutationDialog>
  );
}

interface ShareFieldsProps extends Omit<Props, 'onClose'> {
  readonly draft: ShareDraft;
  readonly error: unknown;
  readonly onChange: (draft: ShareDraft) => void;
}

function ShareFields(props: ShareFieldsProps) {
  const { subject, draft, error, onChange } = props;
  const updateField = <K extends keyof ShareDraft>(name: K, value: ShareDraft[K]) =>
    onChange({ ...draft, [name]: value });
  return (
    <>
      <TextField
        label={w.shares.name}
        path="title"
        error={error}
        maxLength={200}
        placeholder={subject.name}
        value={draft.title}
        onChange={(event) => updateField('title', event.target.value)}
      />
      <TextareaField
        label={w.shares.description}
        hint={w.shares.descriptionHint}
        path="description"
        error={error}
        rows={3}
        value={draft.description}
        onChange={(event) => updateField('description', event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={w.shares.shortId}
          hint={w.shares.shortIdHint}
          path="custom_short_id"
          error={error}
          spellCheck={false}
          value={draft.shortId}
          onChange={(event) => updateField('shortId', event.target.value)}
        />
        <TextField
          label={w.shares.expiry}
          hint={w.shares.expiryHint}
          path="expires_at"
          error={error}
          type="datetime-local"
          value={draft.expiresAt}
          onChange={(event) => updateField('expiresAt', event.target.value)}
        />
      </div>
      <PinnedFields {...props} />
      <CheckboxField
        label={w.shares.indexed}
        checked={draft.isIndexed}
        onChange={(isChecked) => updateField('isIndexed', isChecked)}
      />
    </>
  );
}

function PinnedFields({ subject, revisions, draft, error, onChange }: ShareFieldsProps) {
  const isTask = subject.kind === 'task';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={w.shares.revision}
        hint={draft.revisionId === '' ? w.shares.servingHint : undefined}
        path={isTask ? 'task_revision_id' : 'task_agent_revision_id'}
        error={error}
        value={draft.revisionId}
        onChange={(event) => onChange({ ...draft, revisionId: event.target.value })}
      >
        <option value="">{w.shares.serving}</option>
        {revisions.map(({ id }) => (
          <option key={id} value={id}>
            {getRevisionLabel({ id }, revisions)}
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
          value={draft.runId}
          onChange={(event) => onChange({ ...draft, runId: event.target.value })}
        />
      )}
    </div>
  );
}
