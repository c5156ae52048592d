import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { locateQuery } from '../../lib/locate.ts';
import { ScopeContext } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { Before, Facts } from './card.tsx';
import { Decide } from './decide.tsx';
import { wordsOf } from './kinds.ts';
import { type Approval, approval } from './queries.ts';
import { Receipt } from './receipt.tsx';
import { sentenceOf } from './sentence.ts';
import { RequestStatus, useTimeLeft } from './signs.tsx';

/** One request, wherever it is: to be decided, or its receipt. */
export function Detail({ id }: { readonly id: string }) {
  const place = useQuery(locateQuery(id));
  const request = useQuery(approval(id));
  useProjectOf(place.data);
  if (!place.data || !request.data) {
    const error = place.error ?? request.error;
    if (!error) return <Loading lineCount={8} />;
    return <ErrorAlert error={error} onRetry={() => void Promise.all([place.refetch(), request.refetch()])} />;
  }
  const { org_id, project_id } = place.data;
  return (
    <ScopeContext value={{ org_id, project_id }}>
      {request.error && (
        <ErrorAlert error={request.error} intro={w.failure.keepsOld} onRetry={() => void request.refetch()} />
      )}
      <Shown key={id} request={request.data} />
    </ScopeContext>
  );
}

/** A link that carries nothing but an id leads into the project of what it names. */
function useProjectOf(place: { readonly project_id: string } | undefined): void {
  const { project } = useSearch({ strict: false });
  const navigate = useNavigate();
  const found = place?.project_id;
  useEffect(() => {
    if (found !== undefined && project !== undefined && project !== found)
      void navigate({ to: '.', search: (search: object) => ({ ...search, project: found }), replace: true });
  }, [found, project, navigate]);
}

function Shown({ request }: { readonly request: Approval }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useTimeLeft(request);
  const open = request.status === 'pending' && request.can_decide.allowed;
  const mayStillDecide = open && (left === undefined || left > -5000);
  // Whoever comes here begins at what is asked, and no button is chosen for them.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // The button that was pressed is gone once it is decided: who works by keys goes on at what became of it.
  useEffect(() => {
    if (!mayStillDecide && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [mayStillDecide]);
  return (
    <article className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <RequestStatus request={request} />
          <span className="text-sm text-muted">{wordsOf(request).name}</span>
          <CopyableId id={request.id} className="text-muted" />
        </div>
        <h2 ref={heading} tabIndex={-1} data-sentence className="text-lg font-semibold break-words">
          {sentenceOf(request)}
        </h2>
      </header>
      <Facts request={request} />
      {mayStillDecide ? (
        <Decide request={request}>
          <Before request={request} />
        </Decide>
      ) : (
        <>
          <Receipt request={request} />
          <Before request={request} />
        </>
      )}
    </article>
  );
}
