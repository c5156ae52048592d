import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBytes } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button, getButtonClassName } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { PagePlaceholder } from '../../../ui/page-placeholder.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { ThingActs } from '../../people/who-may.tsx';
import { TagLinks } from '../../subjects/tag-filter.tsx';
import { AskPanel } from '../ask.tsx';
import { Progress } from '../document-table.tsx';
import { document, type KnownDocument, passagesOf } from '../queries.ts';
import { DeleteDocument, Steering } from './acts.tsx';
import { EditDocument } from './edit.tsx';
import { InCollections } from './in-collections.tsx';

const route = getRouteApi('/in/knowledge/documents/$documentId');

/** A document: how far it is, what it was cut into, where it stands, and what can be done with it. */
export default function DocumentScreen() {
  const { documentId } = route.useParams();
  const { data, error, refetch } = useQuery(document(useScope(), documentId));
  const mayEdit = useHasPermission('document', 'edit', documentId);
  const mayDelete = useHasPermission('document', 'delete', documentId) === true;
  if (!data) return <PagePlaceholder title={w.knowledge.documents} query={{ error, refetch }} />;
  return (
    <Page title={data.title} actions={<ThingActs of={{ type: 'document', id: data.id, name: data.title }} />}>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {mayEdit === false && <p className="text-muted">{w.knowledge.mayNotEdit}</p>}
      <About of={data} />
      <Acts of={data} mayEdit={mayEdit === true} mayDelete={mayDelete} />
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <InCollections of={data} />
          <Passages id={data.id} />
        </div>
        <AskPanel of={{ type: 'document', id: data.id }} />
      </div>
    </Page>
  );
}

function About({ of }: { readonly of: KnownDocument }) {
  const { description, source_ref, connection_id, size, page_count, tags, created } = of;
  return (
    <div className="flex flex-col items-start gap-1">
      {description && <p className="break-words">{description}</p>}
      <Progress document={of} />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{formatBytes(size)}</span>
        {page_count !== null && <span>{w.knowledge.pages(page_count)}</span>}
        <span>
          {w.knowledge.came} <Time at={created} />
        </span>
        {connection_id && (
          <Link
            to="/knowledge/sources/$sourceId"
            params={{ sourceId: connection_id }}
            className="break-all text-accent underline"
          >
            {source_ref ?? w.knowledge.itsSource}
          </Link>
        )}
      </p>
      <TagLinks kind="document" tags={tags} />
      {of.warnings.map((warning) => (
        <p key={warning} className="text-sm text-muted">
          {warning}
        </p>
      ))}
    </div>
  );
}

interface ActsProps {
  readonly of: KnownDocument;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

function Acts({ of, mayEdit, mayDelete }: ActsProps) {
  const { org_id, project_id } = useScope();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {mayEdit && <Button onClick={() => setOpen('edit')}>{w.knowledge.rename}</Button>}
      <a
        href={`/api/v1/org/${org_id}/project/${project_id}/document/${of.id}/download`}
        download
        className={getButtonClassName()}
      >
        {w.knowledge.download}
      </a>
      {mayEdit && <Steering of={of} />}
      {mayDelete && <Button onClick={() => setOpen('delete')}>{w.knowledge.remove}</Button>}
      {open === 'edit' && <EditDocument of={of} onClose={close} />}
      {open === 'delete' && (
        <DeleteDocument document={of} onClose={close} onDeleted={() => navigate({ to: '/knowledge/documents' })} />
      )}
    </div>
  );
}

/** What the document was cut into, in its order. */
function Passages({ id }: { readonly id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    passagesOf(useScope(), id),
  );
  const passages = data?.pages.flatMap(({ results }) => results);
  return (
    <Section title={w.knowledge.passages}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {passages?.length === 0 && <p className="text-muted">{w.knowledge.noPassages}</p>}
      <ol className="flex flex-col gap-3">
        {passages?.map(({ id: passageId, heading_path, page, text }) => (
          <li key={passageId} className="rounded-md border bg-surface p-3">
            {(heading_path.length > 0 || page !== null) && (
              <p className="text-sm text-muted">
                {[...heading_path, ...(page === null ? [] : [w.knowledge.page(page)])].join(' › ')}
              </p>
            )}
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {w.knowledge.morePassages}
          </Button>
        </div>
      )}
    </Section>
  );
}
