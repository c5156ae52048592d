import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { createConfig, EMPTY_SOURCE, getErrorPaths, SOURCE_KINDS, type SourceKind, toBody, toDraft } from './draft.ts';
import { invalidateSources, SOURCE_PATH, SOURCES_PATH, type Source } from './queries.ts';
import { SourceFields } from './source-fields.tsx';

/** Creates a source. Its page or its schedule starts the first sync. */
export function CreateSourceDialog({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_SOURCE);
  const create = useMutation({
    mutationFn: () => post(SOURCES_PATH, { params: { path: { ...scope } }, body: toBody(draft) }),
    onSuccess: ({ id }) => {
      invalidateSources();
      void navigate({ to: '/knowledge/sources/$sourceId', params: { sourceId: id } });
    },
  });
  const selectKind = (kind: SourceKind) => setDraft({ ...draft, kind, config: createConfig(kind), secret: '' });
  return (
    <MutationDialog
      title={w.sources.create}
      mutation={create}
      submitLabel={w.sources.create}
      fieldPaths={getErrorPaths(draft.kind)}
      onClose={onClose}
    >
      <SelectField
        label={w.sources.kind}
        hint={w.sources.kindHints[draft.kind]}
        value={draft.kind}
        onChange={(event) => selectKind(event.target.value as SourceKind)}
      >
        {SOURCE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {w.sources.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <SourceFields draft={draft} error={create.error} onChange={setDraft} />
    </MutationDialog>
  );
}

interface EditSourceDialogProps {
  readonly source: Source;
  readonly onClose: () => void;
}

/** Edits a source. Changes apply to the next sync. */
export function EditSourceDialog({ source, onClose }: EditSourceDialogProps) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(source));
  const save = useMutation({
    mutationFn: () =>
      post(SOURCE_PATH, { params: { path: { ...scope, knowledge_source_id: source.id } }, body: toBody(draft) }),
    onSuccess: () => {
      showToast(w.sources.saved);
      invalidateSources();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.sources.editNamed({ name: source.name })}
      mutation={save}
      submitLabel={w.sources.save}
      fieldPaths={getErrorPaths(draft.kind)}
      onClose={onClose}
    >
      <SourceFields draft={draft} error={save.error} onChange={setDraft} hasSecret={source.has_secret} />
    </MutationDialog>
  );
}
