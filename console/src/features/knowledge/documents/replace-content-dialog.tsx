import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { formatBytes } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { SelectField, TextareaField } from '../../../ui/field.tsx';
import { FileDropField } from '../../../ui/file-drop-field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { KnowledgeDocument } from '../queries.ts';

interface Props {
  readonly document: KnowledgeDocument;
  readonly onClose: () => void;
}

const TEXT_TYPES = ['text/plain', 'text/markdown', 'text/html', 'text/csv', 'application/json'] as const;

/** Replaces the content of a document by a file or a text, which becomes its next version. */
export function ReplaceContentDialog({ document, onClose }: Props) {
  const scope = useScope();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [mediaType, setMediaType] = useState<(typeof TEXT_TYPES)[number]>(
    TEXT_TYPES.find((type) => type === document.media_type) ?? 'text/plain',
  );
  const replace = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/document/{document_id}/content`, {
        params: { path: { ...scope, document_id: document.id } },
        body: file ? { files: [file] } : { text, media_type: mediaType },
      }),
    onSuccess: (next) => {
      showToast(next.status === 'ready' ? w.knowledge.contentIsEqual : w.knowledge.contentReplaced);
      for (const queryKey of [['document'], ['collection']]) void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.knowledge.replaceContentOf({ title: document.title })}
      mutation={replace}
      submitLabel={w.knowledge.replaceContent}
      fieldPaths={['text', 'media_type']}
      onClose={onClose}
    >
      <p className="text-muted">{w.knowledge.replaceHint}</p>
      <FileDropField
        label={w.knowledge.chooseOne}
        prompt={file ? `${file.name} · ${formatBytes(file.size)}` : w.knowledge.dropOne}
        hint={w.knowledge.formats}
        isPending={replace.isPending}
        onSelectFiles={([selected]) => setFile(selected)}
      />
      {!file && (
        <>
          <TextareaField
            label={w.knowledge.newText}
            path="text"
            error={replace.error}
            rows={6}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <SelectField
            label={w.knowledge.textType}
            path="media_type"
            error={replace.error}
            value={mediaType}
            onChange={({ target }) => setMediaType(target.value as typeof mediaType)}
          >
            {TEXT_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </SelectField>
        </>
      )}
    </MutationDialog>
  );
}
