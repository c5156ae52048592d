import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del } from '../../../lib/api.ts';
import { sayNumber } from '../../../lib/numbers.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { CheckField } from '../../../ui/field.tsx';
import { RepeatName } from '../../../ui/repeat-name.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { SOURCE, type Source, sourceChanged } from './queries.ts';

interface Props {
  readonly of: Source;
  readonly onClose: () => void;
}

/** Deletes a source, and what came from it where that is wanted. */
export function RemoveSource({ of: { id, name, document_count }, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const remove = useMutation({
    mutationFn: () => {
      const query = { documents: all ? ('delete' as const) : ('keep' as const) };
      return del(SOURCE, { params: { path: { ...scope, knowledge_source_id: id }, query } });
    },
    onSuccess: async () => {
      toast(w.ui.deleted(name));
      await navigate({ to: '/knowledge/sources' });
      queries.removeQueries({ queryKey: ['knowledge_source', id] });
      sourceChanged();
      if (all) for (const queryKey of [['document'], ['collection']]) void queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <RepeatName
      title={w.ui.deleteNamed(name)}
      name={name}
      act={w.ui.delete}
      busy={remove.isPending}
      error={remove.error}
      before={
        document_count > 0 && (
          <CheckField label={w.sources.removeDocuments(sayNumber(document_count))} checked={all} onChange={setAll} />
        )
      }
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {all ? w.sources.removeAllHint : w.sources.removeHint}
    </RepeatName>
  );
}
