import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast } from '../../ui/error-alert.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { TagsField } from '../subjects/tags-field.tsx';
import type { Collection } from './queries.ts';

const COLLECTION = `${PROJECT}/collection/{collection_id}` as const;

interface Props {
  readonly of: Collection;
  readonly onClose: () => void;
}

/** Changes what a collection is called, its tags, and the model that it is searched by. */
export function EditCollection({ of, onClose }: Props) {
  const scope = useScope();
  const wanted = of.embedding.next?.model ?? of.embedding.model;
  const [title, setTitle] = useState(of.title);
  const [tags, setTags] = useState<readonly string[]>(of.tags);
  const [model, setModel] = useState(wanted);
  const save = useMutation({
    mutationFn: () => {
      const chosen = model.trim() === wanted ? {} : { embedding_model: model.trim() };
      const body = { title, tags: [...tags], ...chosen };
      return post(COLLECTION, { params: { path: { ...scope, collection_id: of.id } }, body });
    },
    onSuccess: () => {
      showToast(w.knowledge.saved);
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.knowledge.renameNamed(of.title)}
      mutation={save}
      submitLabel={w.knowledge.save}
      fieldPaths={['title', 'tags', 'embedding_model']}
      onClose={onClose}
    >
      <NameField
        label={w.knowledge.name}
        hint={w.knowledge.nameHint}
        path="title"
        error={save.error}
        value={title}
        onChange={setTitle}
      />
      <TagsField kind="collection" error={save.error} value={tags} onChange={setTags} />
      <TextField
        label={w.knowledge.model}
        hint={w.knowledge.modelHint}
        path="embedding_model"
        error={save.error}
        required
        autoComplete="off"
        spellCheck={false}
        value={model}
        onChange={(event) => setModel(event.target.value)}
      />
    </MutationDialog>
  );
}

/** Has a model sum up anew what is in a collection. */
export function SumUp({ of }: { readonly of: Collection }) {
  const scope = useScope();
  const ask = useMutation({
    mutationFn: () => post(`${COLLECTION}/update_summary`, { params: { path: { ...scope, collection_id: of.id } } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['collection'] }),
    onError: showErrorToast,
  });
  return (
    <Button
      isPending={ask.isPending || of.summary_status === 'running'}
      disabled={of.chunk_count === 0}
      onClick={() => ask.mutate()}
    >
      {w.knowledge.sumUp}
    </Button>
  );
}
