import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

/** Files that one request takes. */
const MOST_FILES = 100;

/** Where files are dropped, or chosen; they are read from then on, whether or not the page stays open. */
export function BringIn({ collectionId }: { readonly collectionId: string }) {
  const [tooMany, setTooMany] = useState(false);
  const bring = useBringing(collectionId);
  const take = (files: readonly File[]) => {
    setTooMany(files.length > MOST_FILES);
    if (files.length > 0 && files.length <= MOST_FILES) bring.mutate(files);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="relative flex flex-col items-center gap-2 rounded-md border-2 border-dashed border-edge bg-raised p-4 text-center focus-within:outline-2 focus-within:outline-accent hover:border-accent">
        <p className="text-quiet">{w.knowledge.drop}</p>
        <span aria-hidden className={buttonClass('primary')}>
          {bring.isPending ? w.knowledge.sending : w.knowledge.choose}
        </span>
        <p className="text-sm text-quiet">{w.knowledge.formats}</p>
        {/* The browser's own field lies over all of it: it takes what is dropped as well as what is chosen. */}
        <input
          type="file"
          multiple
          aria-label={w.knowledge.choose}
          className="absolute inset-0 cursor-pointer opacity-0"
          disabled={bring.isPending}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {tooMany && (
        <p role="alert" className="text-sm text-bad">
          {w.knowledge.tooMany(MOST_FILES)}
        </p>
      )}
      {bring.error && <Failed error={bring.error} onRetry={() => bring.variables && bring.mutate(bring.variables)} />}
    </div>
  );
}

function useBringing(collectionId: string) {
  const scope = useScope();
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      post(`${PROJECT}/document`, {
        params: { path: { ...scope } },
        body: { data: JSON.stringify({ collection_ids: [collectionId] }), files: [...files] },
      }),
    onSuccess: (_, files) => {
      toast(w.knowledge.taken(files.length));
      void queries.invalidateQueries({ queryKey: ['document', 'list'] });
      void queries.invalidateQueries({ queryKey: ['collection', collectionId] });
    },
  });
}
