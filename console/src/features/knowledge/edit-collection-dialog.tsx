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

const COLLECTION_PATH = `${PROJECT}/collection/{collection_id}` as const;

interface Props {
  readonly collection: Collection;
  readonly onClose: () => void;
}

/** Edits a collection's title, tags and embedding model. */
export function EditCollectionDialog({ collection, onClose }: Props) {
  const scope = useScope();
  const currentModel = collection.embedding.next?.model ?? collection.embedding.model;
  const [title, setTitle] = useState(collection.title);
  const [tags, setTags] = useState<readonly string[]>(collection.tags);
  const [model, setModel] = useState(currentModel);
  const save = useMutation({
    mutationFn: () => {
      const modelBody = model.trim() === currentModel ? {} : { embedding_model: model.trim() };
      const body = { title, tags: [...tags], ...modelBody };
      return post(COLLECTION_PATH, { params: { path: { ...scope, collection_id: collection.id } }, body });
    },
    onSuccess: () => {
      showToast(w.knowledge.saved);
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.knowledge.renameNamed({ title: collection.title })}
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

/** Generates a new summary of the collection. */
export function UpdateSummaryButton({ collection }: { readonly collection: Collection }) {
  const scope = useScope();
  const update = useMutation({
    mutationFn: () =>
      post(`${COLLECTION_PATH}/update_summary`, { params: { path: { ...scope, collection_id: collection.id } } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['collection'] }),
    onError: showErrorToast,
  });
  return (
    <Button
      isPending={update.isPending || collection.summary_status === 'running'}
      disabled={collection.chunk_count === 0}
      onClick={() => update.mutate()}
    >
      {w.knowledge.sumUp}
    </Button>
  );
}
