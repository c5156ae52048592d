import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { bodyOf, draftOf, firstConfig, KINDS, type Kind, NEW_SOURCE, placesOf } from './draft.ts';
import { SourceFields } from './fields.tsx';
import { SOURCE, SOURCES, type Source, sourceChanged } from './queries.ts';

/** Makes a source of documents; its first sync is begun on its page, or by its schedule. */
export function MakeSource({ onClose }: { readonly onClose: () => void }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(NEW_SOURCE);
  const make = useMutation({
    mutationFn: () => post(SOURCES, { params: { path: { ...scope } }, body: bodyOf(draft) }),
    onSuccess: ({ id }) => {
      sourceChanged();
      void navigate({ to: '/knowledge/sources/$sourceId', params: { sourceId: id } });
    },
  });
  const choose = (kind: Kind) => setDraft({ ...draft, kind, config: firstConfig(kind), secret: '' });
  return (
    <MutationDialog
      title={w.sources.make}
      mutation={make}
      submitLabel={w.sources.make}
      fieldPaths={placesOf(draft.kind)}
      onClose={onClose}
    >
      <SelectField
        label={w.sources.kind}
        hint={w.sources.kindHints[draft.kind]}
        value={draft.kind}
        onChange={(event) => choose(event.target.value as Kind)}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {w.sources.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <SourceFields draft={draft} error={make.error} onChange={setDraft} />
    </MutationDialog>
  );
}

interface EditProps {
  readonly of: Source;
  readonly onClose: () => void;
}

/** Changes a source; the next sync goes by it. */
export function EditSource({ of, onClose }: EditProps) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of));
  const save = useMutation({
    mutationFn: () => post(SOURCE, { params: { path: { ...scope, knowledge_source_id: of.id } }, body: bodyOf(draft) }),
    onSuccess: () => {
      showToast(w.sources.saved);
      sourceChanged();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.sources.editNamed(of.name)}
      mutation={save}
      submitLabel={w.sources.save}
      fieldPaths={placesOf(draft.kind)}
      onClose={onClose}
    >
      <SourceFields draft={draft} error={save.error} onChange={setDraft} hasSecret={of.has_secret} />
    </MutationDialog>
  );
}
