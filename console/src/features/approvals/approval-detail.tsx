import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useEffect, useRef } from 'react';
import { locateQuery } from '../../lib/locate.ts';
import { ScopeContext } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Optional } from '../../ui/optional.tsx';
import { w } from '../../words/index.ts';
import { ApprovalStatusBadge, useTimeLeft } from './badges.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { getKindTexts } from './kinds.ts';
import { type Approval, approvalQuery, canBeDecided } from './queries.ts';
import { Receipt } from './receipt.tsx';
import { RequestDetails, RequestEffect } from './request-details.tsx';
import { formatSummary, withDecidedArguments } from './summary.ts';

const RequestHistory = lazy(() => import('./request-history.tsx'));
const RequestTriage = lazy(() => import('./inbox/request-triage.tsx'));
const RequestComments = lazy(() => import('./inbox/request-comments.tsx'));

interface Props {
  readonly id: string;
  /** Called after the user's own decision. */
  readonly onDecided?: (request: Approval) => void;
  /** Hides the assignee and snoozing, where the user decides at once. */
  readonly hidesTriage?: boolean;
}

/** Shows one request: the decision panel while it is pending, its receipt afterwards. */
export function ApprovalDetail({ id, onDecided, hidesTriage = false }: Props) {
  const location = useQuery(locateQuery(id));
  const request = useQuery(approvalQuery(id));
  useProjectSearchParam(location.data);
  if (!location.data || !request.data) {
    const error = location.error ?? request.error;
    if (!error) return <Loading lineCount={8} />;
    return <ErrorAlert error={error} onRetry={() => void Promise.all([location.refetch(), request.refetch()])} />;
  }
  const { org_id, project_id } = location.data;
  return (
    <ScopeContext value={{ org_id, project_id }}>
      {request.error && (
        <ErrorAlert error={request.error} intro={w.failure.keepsOld} onRetry={() => void request.refetch()} />
      )}
      <RequestView key={id} request={request.data} {...{ onDecided, hidesTriage }} />
    </ScopeContext>
  );
}

/** Corrects the project in the address, because a link may carry only a request ID. */
function useProjectSearchParam(location: { readonly project_id: string } | undefined): void {
  const { project } = useSearch({ strict: false });
  const navigate = useNavigate();
  const projectId = location?.project_id;
  useEffect(() => {
    if (projectId !== undefined && project !== undefined && project !== projectId)
      void navigate({ to: '.', search: (search: object) => ({ ...search, project: projectId }), replace: true });
  }, [projectId, project, navigate]);
}

interface RequestViewProps {
  readonly request: Approval;
  readonly onDecided: Props['onDecided'] | undefined;
  readonly hidesTriage: boolean;
}

function RequestView({ request, onDecided, hidesTriage }: RequestViewProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const timeLeftMs = useTimeLeft(request);
  const canDecide = canBeDecided(request);
  const isDecidable = canDecide && (timeLeftMs === undefined || timeLeftMs > -5000);
  // Focus starts at the request's text: no button is preselected.
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), []);
  // The pressed button is gone after the decision. Keyboard users continue at the heading.
  useEffect(() => {
    if (!isDecidable && document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true });
  }, [isDecidable]);
  const details = (
    <>
      <RequestDetails request={request} />
      <Optional resetKey={request.id}>
        <RequestHistory request={request} />
      </Optional>
      <Optional resetKey={request.id}>
        <RequestComments request={request} />
      </Optional>
    </>
  );
  return (
    <article className="flex min-h-full flex-col gap-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <ApprovalStatusBadge request={request} />
          <span className="text-sm text-muted">{getKindTexts(request).name}</span>
          <CopyableId id={request.id} className="text-muted" />
        </div>
        <h2 ref={headingRef} tabIndex={-1} data-sentence className="text-xl font-semibold tracking-tight break-words">
          {formatSummary(withDecidedArguments(request))}
        </h2>
      </header>
      {!hidesTriage && (
        <Optional resetKey={request.id} fallback={<div className="min-h-(--control-height)" />}>
          <RequestTriage request={request} />
        </Optional>
      )}
      <RequestEffect request={request} />
      {isDecidable ? (
        <DecisionPanel request={request} onDecided={onDecided}>
          {details}
        </DecisionPanel>
      ) : (
        <>
          <Receipt request={request} />
          {details}
        </>
      )}
    </article>
  );
}
