import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { invalidateSources, SOURCE_PATH, type Source } from './queries.ts';

interface Props {
  readonly source: Source;
  readonly onClose: () => void;
}

/** Deletes a source and, if selected, its documents. */
export function DeleteSourceDialog({ source: { id, name, document_count }, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const [deletesDocuments, setDeletesDocuments] = useState(false);
  const remove = useMutation({
    mutationFn: () => {
      const query = { documents: deletesDocuments ? ('delete' as const) : ('keep' as const) };
      return del(SOURCE_PATH, { params: { path: { ...scope, knowledge_source_id: id }, query } });
    },
    onSuccess: async () => {
      showToast(w.ui.deleted({ name }));
      await navigate({ to: '/knowledge/sources' });
      queryClient.removeQueries({ queryKey: ['knowledge_source', id] });
      invalidateSources();
      if (deletesDocuments)
        for (const queryKey of [['document'], ['collection']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.ui.deleteNamed({ name })}
      name={name}
      confirmLabel={w.ui.delete}
      isPending={remove.isPending}
      error={remove.error}
      extraFields={
        document_count > 0 && (
          <CheckboxField
            label={w.sources.removeDocuments({ count: formatNumber(document_count) })}
            checked={deletesDocuments}
            onChange={setDeletesDocuments}
          />
        )
      }
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {deletesDocuments ? w.sources.removeAllHint : w.sources.removeHint}
    </ConfirmByNameDialog>
  );
}
