import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FieldErrorText } from '../../ui/field.tsx';
import { FileDropField } from '../../ui/file-drop-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

/** Files that one request takes. */
const MOST_FILES = 100;

/** Where files are dropped, or chosen; they are read from then on, whether or not the page stays open. */
export function BringIn({ collectionId }: { readonly collectionId?: string }) {
  const [tooMany, setTooMany] = useState(false);
  const bring = useBringing(collectionId);
  const take = (files: readonly File[]) => {
    setTooMany(files.length > MOST_FILES);
    if (files.length > 0 && files.length <= MOST_FILES) bring.mutate(files);
  };
  return (
    <div className="flex flex-col gap-2">
      <FileDropField
        label={bring.isPending ? w.knowledge.sending : w.knowledge.choose}
        prompt={w.knowledge.drop}
        hint={w.knowledge.formats}
        multiple
        isPending={bring.isPending}
        onSelectFiles={take}
      />
      <FieldErrorText>{tooMany ? w.knowledge.tooMany(MOST_FILES) : undefined}</FieldErrorText>
      {bring.error && (
        <ErrorAlert error={bring.error} onRetry={() => bring.variables && bring.mutate(bring.variables)} />
      )}
    </div>
  );
}

function useBringing(collectionId: string | undefined) {
  const scope = useScope();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      post(`${PROJECT}/document`, {
        params: { path: { ...scope } },
        body: {
          data: JSON.stringify({ collection_ids: collectionId === undefined ? [] : [collectionId] }),
          files: [...files],
        },
      }),
    onSuccess: (_, files) => {
      showToast(w.knowledge.taken(files.length));
      void queryClient.invalidateQueries({ queryKey: ['document', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['collection'] });
    },
  });
}
