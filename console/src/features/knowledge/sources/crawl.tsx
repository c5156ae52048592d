import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { configOf, draftOfConfig, FIELDS, firstConfig } from './draft.ts';
import { CollectionsField, ConfigFields } from './fields.tsx';
import { type SourceRun, sourceChanged } from './queries.ts';
import { RefusedSync } from './refused.tsx';

interface Props {
  /** The crawl that is done again; left out for a new one. */
  readonly like?: SourceRun;
  readonly onClose: () => void;
}

/** Crawls websites from some addresses on, once; what it finds is kept with the project's own web source. */
export function Crawl({ like, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const [config, setConfig] = useState(() => (like ? draftOfConfig('web', like.config) : firstConfig('web')));
  const [collections, setCollections] = useState<readonly string[]>([]);
  const start = useMutation({
    mutationFn: () => {
      const { urls = [], max_crawl_depth, max_pages, include_paths, exclude_paths } = configOf('web', config);
      const crawl = { urls, max_crawl_depth, max_pages, include_paths, exclude_paths };
      // Of a crawl that is done again the collections stay as they are where none is chosen.
      const joined = collections.length === 0 ? {} : { collection_ids: [...collections] };
      return post(`${PROJECT}/scrape/start`, {
        params: { path: { ...scope } },
        body: { ...crawl, ...joined } as never,
      });
    },
    onSuccess: (run) => {
      showToast(w.sources.crawling);
      sourceChanged();
      onClose();
      void navigate({
        to: '/knowledge/sources/$sourceId',
        params: { sourceId: run.knowledge_source_id },
        search: { run: run.id },
      });
    },
  });
  const places = [...FIELDS.web.map(({ name }) => name), 'collection_ids'];
  return (
    <MutationDialog
      title={w.sources.crawl}
      mutation={start}
      submitLabel={w.sources.crawlNow}
      fieldPaths={places}
      onClose={onClose}
    >
      <p className="text-muted">{w.sources.crawlHint}</p>
      <ConfigFields fields={FIELDS.web} config={config} error={start.error} below="" onChange={setConfig} />
      <CollectionsField value={collections} error={start.error} onChange={setCollections} />
      <RefusedSync error={start.error} />
    </MutationDialog>
  );
}
