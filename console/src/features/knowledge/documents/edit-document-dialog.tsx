import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { NameField, TextareaField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { TagsField } from '../../subjects/tags-field.tsx';
import { MetadataFields } from '../metadata/metadata-fields.tsx';
import { useMetadataFields } from '../metadata/queries.ts';
import { getMetadataPaths, type MetadataDraft, toMetadataBody, toMetadataDraft } from '../metadata/values.ts';
import type { KnowledgeDocument } from '../queries.ts';

interface Props {
  readonly document: KnowledgeDocument;
  readonly onClose: () => void;
}

/** Edits a document's title, description, tags and metadata. */
export function EditDocumentDialog({ document, onClose }: Props) {
  const scope = useScope();
  const [title, setTitle] = useState(document.title);
  const [description, setDescription] = useState(document.description);
  const [tags, setTags] = useState<readonly string[]>(document.tags);
  const fields = useMetadataFields();
  const [typed, setTyped] = useState<MetadataDraft>({});
  const metadata = { ...toMetadataDraft(fields, document.metadata), ...typed };
  const save = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/document/{document_id}`, {
        params: { path: { ...scope, document_id: document.id } },
        body: { title, description, tags: [...tags], metadata: toMetadataBody(fields, metadata, document.metadata) },
      }),
    onSuccess: () => {
      showToast(w.knowledge.saved);
      void queryClient.invalidateQueries({ queryKey: ['document'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.knowledge.editDetailsNamed({ title: document.title })}
      mutation={save}
      submitLabel={w.knowledge.save}
      fieldPaths={['title', 'description', 'tags', ...getMetadataPaths(fields)]}
      onClose={onClose}
    >
      <NameField label={w.knowledge.name} path="title" error={save.error} value={title} onChange={setTitle} />
      <TextareaField
        label={w.knowledge.description}
        path="description"
        error={save.error}
        rows={3}
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TagsField kind="document" error={save.error} value={tags} onChange={setTags} />
      <MetadataFields fields={fields} value={metadata} error={save.error} onChange={setTyped} />
    </MutationDialog>
  );
}
