import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { CONFIG_FIELDS, createConfig, toConfig, toConfigDraft } from './draft.ts';
import { invalidateSources, type SourceRun } from './queries.ts';
import { CollectionsField, ConfigFields } from './source-fields.tsx';
import { SyncErrorHint } from './sync-error-hint.tsx';

interface Props {
  /** A previous crawl to repeat. Without it, the form is empty. */
  readonly previousRun?: SourceRun;
  readonly onClose: () => void;
}

/** Crawls websites once. The documents belong to the project's built-in web source. */
export function CrawlDialog({ previousRun, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const [config, setConfig] = useState(() =>
    previousRun ? toConfigDraft('web', previousRun.config) : createConfig('web'),
  );
  const [collections, setCollections] = useState<readonly string[]>([]);
  const start = useMutation({
    mutationFn: () => {
      const { urls = [], max_crawl_depth, max_pages, include_paths, exclude_paths } = toConfig('web', config);
      const crawlConfig = { urls, max_crawl_depth, max_pages, include_paths, exclude_paths };
      // A repeated crawl keeps its collections unless the user selects others.
      const collectionsBody = collections.length === 0 ? {} : { collection_ids: [...collections] };
      return post(`${PROJECT}/scrape/start`, {
        params: { path: { ...scope } },
        body: { ...crawlConfig, ...collectionsBody } as never,
      });
    },
    onSuccess: (run) => {
      showToast(w.sources.crawling);
      invalidateSources();
      onClose();
      void navigate({
        to: '/knowledge/sources/$sourceId',
        params: { sourceId: run.knowledge_source_id },
        search: { run: run.id },
      });
    },
  });
  const errorFields = [...CONFIG_FIELDS.web.map(({ name }) => name), 'collection_ids'];
  return (
    <MutationDialog
      title={w.sources.crawl}
      mutation={start}
      submitLabel={w.sources.crawlNow}
      fieldPaths={errorFields}
      onClose={onClose}
    >
      <p className="text-muted">{w.sources.crawlHint}</p>
      <ConfigFields fields={CONFIG_FIELDS.web} config={config} error={start.error} pathPrefix="" onChange={setConfig} />
      <CollectionsField value={collections} error={start.error} onChange={setCollections} />
      <SyncErrorHint error={start.error} />
    </MutationDialog>
  );
}
