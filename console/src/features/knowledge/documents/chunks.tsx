import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useRowShortcuts } from '../../../lib/row-shortcuts.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { WordDiff } from '../../../ui/diff.tsx';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { TextareaField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { chunksQuery } from '../queries.ts';

type Chunk = Schemas['Chunk'];

const route = getRouteApi('/in/knowledge/documents/$documentId');

interface Props {
  readonly id: string;
  readonly canEdit: boolean;
}

/** Lists the chunks of a document. Editors can correct them and exclude them from searches. */
export function Chunks({ id, canEdit }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    chunksQuery(useScope(), id),
  );
  const [editedId, setEditedId] = useState<string>();
  useRowShortcuts();
  const chunks = data?.pages.flatMap(({ results }) => results);
  return (
    <Section title={w.knowledge.passages}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {chunks?.length === 0 && <p className="text-muted">{w.knowledge.noChunks}</p>}
      <ol className="flex flex-col gap-3">
        {chunks?.map((chunk) => (
          <li
            key={chunk.id}
            data-row={chunk.id}
            tabIndex={-1}
            className="flex flex-col gap-1 rounded-md border bg-surface p-3"
          >
            <ChunkHeader chunk={chunk} />
            {editedId === chunk.id ? (
              <ChunkForm chunk={chunk} onClose={() => setEditedId(undefined)} />
            ) : (
              <p dir="auto" className={`break-words whitespace-pre-wrap ${chunk.enabled ? '' : 'text-muted'}`}>
                {chunk.text}
              </p>
            )}
            <ChunkChange chunk={chunk} />
            {canEdit && editedId !== chunk.id && <ChunkActions chunk={chunk} onEdit={() => setEditedId(chunk.id)} />}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {w.knowledge.moreChunks}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** The place of a chunk, which opens its page beside, and its state. */
function ChunkHeader({ chunk: { heading_path, page, enabled } }: { readonly chunk: Chunk }) {
  const search = route.useSearch();
  if (heading_path.length === 0 && page === null && enabled) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span className="min-w-0 break-words">{heading_path.join(' › ')}</span>
      {page !== null && (
        <Link
          to="."
          search={{ ...search, page: String(page) } as never}
          aria-current={search.page === String(page) ? 'true' : undefined}
          className="link"
        >
          {w.knowledge.page({ page })}
        </Link>
      )}
      {!enabled && <StatusBadge tone="quiet">{w.knowledge.turnedOff}</StatusBadge>}
    </p>
  );
}

/** Shows when the text was edited, and what was changed. */
function ChunkChange({ chunk: { edited, original_text: original, text } }: { readonly chunk: Chunk }) {
  if (edited === null) return null;
  return (
    <details className="text-sm">
      <summary className="text-muted">
        {w.knowledge.edited} <Time at={edited} />
      </summary>
      <div className="pt-1">
        <WordDiff before={original ?? text} after={text} />
      </div>
    </details>
  );
}

const CHUNK_PATH = `${PROJECT}/document/{document_id}/embedding/{embedding_id}` as const;

function useUpdateChunk({ id, document_id }: Chunk, onDone?: () => void) {
  const path = { ...useScope(), document_id, embedding_id: id };
  return useMutation({
    mutationFn: (body: { text?: string; enabled?: boolean }) => post(CHUNK_PATH, { params: { path }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['document', document_id] });
      onDone?.();
    },
  });
}

function ChunkActions({ chunk, onEdit }: { readonly chunk: Chunk; readonly onEdit: () => void }) {
  const toggle = useUpdateChunk(chunk);
  const values = { n: chunk.position + 1 };
  return (
    <div className="flex flex-wrap gap-1">
      <Button isSmall variant="quiet" aria-label={w.knowledge.editChunkNamed(values)} onClick={onEdit}>
        {w.knowledge.editChunk}
      </Button>
      <Button
        isSmall
        variant="quiet"
        isPending={toggle.isPending}
        aria-label={chunk.enabled ? w.knowledge.turnOffNamed(values) : w.knowledge.turnOnNamed(values)}
        onClick={() => toggle.mutate({ enabled: !chunk.enabled }, { onError: showErrorToast })}
      >
        {chunk.enabled ? w.knowledge.turnOff : w.knowledge.turnOn}
      </Button>
    </div>
  );
}

function ChunkForm({ chunk, onClose }: { readonly chunk: Chunk; readonly onClose: () => void }) {
  const [text, setText] = useState(chunk.text);
  const save = useUpdateChunk(chunk, onClose);
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => save.mutate({ text })}>
      <TextareaField
        label={w.knowledge.chunkText}
        hint={w.knowledge.chunkHint}
        path="text"
        error={save.error}
        dir="auto"
        rows={Math.min(16, chunk.text.split('\n').length + Math.ceil(chunk.text.length / 80) + 1)}
        maxLength={20_000}
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && text === chunk.text && onClose()}
      />
      {text !== chunk.text && (
        <section aria-label={w.knowledge.yourChange} className="rounded-md border p-2 text-sm">
          <WordDiff before={chunk.text} after={text} />
        </section>
      )}
      <FormError error={save.error} fieldPaths={['text']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isSmall disabled={text === chunk.text} isPending={save.isPending}>
          {w.knowledge.save}
        </Button>
        <Button isSmall onClick={onClose}>
          {w.ui.cancel}
        </Button>
      </div>
    </Form>
  );
}
