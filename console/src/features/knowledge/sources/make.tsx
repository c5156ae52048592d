import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { ActDialog } from '../../../ui/act-form.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
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
    <ActDialog
      title={w.sources.make}
      act={make}
      submit={w.sources.make}
      places={placesOf(draft.kind)}
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
    </ActDialog>
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
      toast(w.sources.saved);
      sourceChanged();
      onClose();
    },
  });
  return (
    <ActDialog
      title={w.sources.editNamed(of.name)}
      act={save}
      submit={w.sources.save}
      places={placesOf(draft.kind)}
      onClose={onClose}
    >
      <SourceFields draft={draft} error={save.error} onChange={setDraft} hasSecret={of.has_secret} />
    </ActDialog>
  );
}
