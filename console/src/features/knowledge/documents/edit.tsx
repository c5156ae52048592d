import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { ActDialog } from '../../../ui/act-form.tsx';
import { LongField, NameField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type KnownDocument, tagsIn } from '../queries.ts';

interface Props {
  readonly of: KnownDocument;
  readonly onClose: () => void;
}

/** Changes what a document is called, what is said of it, and its tags. */
export function EditDocument({ of, onClose }: Props) {
  const scope = useScope();
  const [title, setTitle] = useState(of.title);
  const [description, setDescription] = useState(of.description);
  const [tags, setTags] = useState(of.tags.join(', '));
  const save = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/document/{document_id}`, {
        params: { path: { ...scope, document_id: of.id } },
        body: { title, description, tags: tagsIn(tags) },
      }),
    onSuccess: () => {
      toast(w.knowledge.saved);
      void queries.invalidateQueries({ queryKey: ['document'] });
      onClose();
    },
  });
  return (
    <ActDialog
      title={w.knowledge.renameNamed(of.title)}
      act={save}
      submit={w.knowledge.save}
      places={['title', 'description', 'tags']}
      onClose={onClose}
    >
      <NameField label={w.knowledge.name} at="title" error={save.error} value={title} onChange={setTitle} />
      <LongField
        label={w.knowledge.description}
        at="description"
        error={save.error}
        rows={3}
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextField
        label={w.tasks.tags}
        hint={w.tasks.tagsHint}
        at="tags"
        error={save.error}
        autoComplete="off"
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
    </ActDialog>
  );
}
