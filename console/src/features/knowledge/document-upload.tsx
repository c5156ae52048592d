import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldErrorText } from '../../ui/field.tsx';
import { FileDropField } from '../../ui/file-drop-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { MetadataFields } from './metadata/metadata-fields.tsx';
import { useMetadataFields } from './metadata/queries.ts';
import { getMetadataPaths, type MetadataDraft, toMetadataBody } from './metadata/values.ts';

/** Maximum number of files per upload. */
const MAX_FILES_PER_UPLOAD = 100;

/** Uploads files. The server processes them even if the user leaves the page. */
export function DocumentUpload({ collectionId }: { readonly collectionId?: string }) {
  const [hasTooMany, setHasTooMany] = useState(false);
  const fields = useMetadataFields();
  const [draft, setDraft] = useState<MetadataDraft>({});
  const metadata = toMetadataBody(fields, draft);
  const upload = useUpload(collectionId, metadata);
  const count = Object.keys(metadata).length;
  const uploadFiles = (files: readonly File[]) => {
    setHasTooMany(files.length > MAX_FILES_PER_UPLOAD);
    if (files.length > 0 && files.length <= MAX_FILES_PER_UPLOAD) upload.mutate(files);
  };
  return (
    <div className="flex flex-col gap-2">
      <FileDropField
        label={upload.isPending ? w.knowledge.sending : w.knowledge.choose}
        prompt={w.knowledge.drop}
        hint={w.knowledge.formats}
        multiple
        isPending={upload.isPending}
        onSelectFiles={uploadFiles}
      />
      {fields.length > 0 && (
        <Disclosure
          title={w.knowledge.uploadMetadata}
          summary={w.knowledge.valuesGiven({ count })}
          fieldPaths={getMetadataPaths(fields)}
          error={upload.error}
        >
          <p className="text-sm text-muted">{w.knowledge.uploadMetadataHint}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <MetadataFields fields={fields} value={draft} error={upload.error} onChange={setDraft} />
          </div>
        </Disclosure>
      )}
      <FieldErrorText>{hasTooMany ? w.knowledge.tooMany({ most: MAX_FILES_PER_UPLOAD }) : undefined}</FieldErrorText>
      {upload.error && (
        <ErrorAlert error={upload.error} onRetry={() => upload.variables && upload.mutate(upload.variables)} />
      )}
    </div>
  );
}

function useUpload(collectionId: string | undefined, metadata: Readonly<Record<string, unknown>>) {
  const scope = useScope();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      post(`${PROJECT}/document`, {
        params: { path: { ...scope } },
        body: {
          data: JSON.stringify({ collection_ids: collectionId === undefined ? [] : [collectionId], metadata }),
          files: [...files],
        },
      }),
    onSuccess: (_, files) => {
      showToast(w.knowledge.uploaded({ count: files.length }));
      void queryClient.invalidateQueries({ queryKey: ['document', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
    },
  });
}
