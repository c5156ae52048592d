import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isolateText, markHidden, markHiddenInLine } from '../../lib/hidden-text.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { formatRoles } from '../../lib/roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatExactTime } from '../../lib/time.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { EffectBadge, TimeLeft } from './badges.tsx';
import { type ExtraDetail, getKindConfig, getKindTexts } from './kinds.ts';
import { type Approval, agentRunQuery, type Run } from './queries.ts';

const LIST_CLASS_NAME = 'grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]';

/** Shows the effect of a request, the rule that matched, and the facts of its kind. */
export function RequestEffect({ request }: { readonly request: Approval }) {
  const { getReason, getExtraDetails } = getKindConfig(request);
  return (
    <dl className={LIST_CLASS_NAME}>
      <DetailRow name={w.approvals.facts.effect}>
        <span className="flex flex-wrap items-center gap-2">
          <EffectBadge request={request} /> {getReason(request)}
        </span>
      </DetailRow>
      {getExtraDetails(request).map((detail) => (
        <DetailRow key={detail.name} name={detail.name}>
          <ExtraDetailValue detail={detail} />
        </DetailRow>
      ))}
    </dl>
  );
}

/** Lists a request's requester, goal, deadline, possible decisions and deciders. */
export function RequestDetails({ request }: { readonly request: Approval }) {
  const run = useQuery(agentRunQuery(useScope(), request)).data;
  const name = request.requested_by_name ?? request.requested_by;
  const { runId: shownRun } = useParams({ strict: false });
  const requestingRunId = request.task_run_id ?? request.task_agent_run_id;
  const goal = markHiddenInLine(run?.message.trim().split('\n')[0] ?? '');
  const { getDecisionEffects } = getKindConfig(request);
  const { approve, reject, onTimeout } = getDecisionEffects(request);
  const { approve: approveLabel, confirm: rejectLabel } = getKindTexts(request);
  return (
    <dl className={LIST_CLASS_NAME}>
      <DetailRow name={w.approvals.facts.asked}>
        {w.approvals.askedBy({ who: isolateText(name), agent: isolateText(request.task_agent_name) })}{' '}
        <Time at={request.created} />
      </DetailRow>
      <DetailRow name={w.approvals.facts.goal}>
        <span dir="auto" className="line-clamp-2 break-words">
          {goal}
        </span>{' '}
        {shownRun !== requestingRunId && (
          <Link to="/runs/$runId" params={{ runId: requestingRunId }} className="link">
            {w.approvals.openRun}
          </Link>
        )}{' '}
        {run && <RevisionNote run={run} />}
      </DetailRow>
      {request.status === 'pending' && (
        <DetailRow name={w.approvals.facts.deadline}>
          <TimeLeft request={request} />
          {onTimeout !== undefined && <span className="text-muted"> · {onTimeout}</span>}
        </DetailRow>
      )}
      {request.status === 'pending' && (
        <DetailRow name={w.approvals.facts.answers}>
          <p>
            <strong>{approveLabel}</strong>: {approve}
          </p>
          <p>
            <strong>{rejectLabel}</strong>: {reject}
          </p>
        </DetailRow>
      )}
      <DetailRow name={w.approvals.facts.deciders}>
        <Deciders request={request} siblingRequests={run?.approval_requests ?? []} />
      </DetailRow>
    </dl>
  );
}

/** Names the revision of the run that made a request. */
function RevisionNote({ run: { task_agent_id, task_agent_revision_id: id } }: { readonly run: Run }) {
  const { data: agent, isPending } = useQuery(agentQuery(useScope(), task_agent_id));
  if (isPending) return null;
  return (
    <span className="text-sm text-muted">
      {w.approvals.revision} {getRevisionName({ id }, agent?.revisions ?? [])}
    </span>
  );
}

export function DetailRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function ExtraDetailValue({ detail: { format, text } }: { readonly detail: ExtraDetail }) {
  if (format === 'id') return <CopyableId id={text} />;
  if (format === 'text') return <span className="break-words">{markHidden(text)}</span>;
  return (
    <>
      {formatExactTime(Date.parse(text))} (<Time at={text} />)
    </>
  );
}

interface DecidersProps {
  readonly request: Approval;
  readonly siblingRequests: readonly { readonly status: string }[];
}

function Deciders({ request, siblingRequests: siblings }: DecidersProps) {
  const { approvers, approvals_needed, decisions, can_decide, status } = request;
  const approvalCount = decisions.filter(({ decision }) => decision === 'approve').length;
  const decidedCount = siblings.filter((each) => each.status !== 'pending').length;
  const why = can_decide.reason as keyof typeof w.approvals.whyNot | null;
  return (
    <>
      {getKindConfig(request).formatDeciders(request, formatRoles(approvers))}
      {approvals_needed > 1 &&
        ` ${w.approvals.stillNeeded({ n: Math.max(0, approvals_needed - approvalCount), all: approvals_needed })}`}
      {siblings.length > 1 && (
        <span className="block">{w.approvals.ofRun({ n: decidedCount, all: siblings.length })}</span>
      )}
      {!can_decide.allowed && status === 'pending' && why !== null && (
        <strong className="block text-warning">{w.approvals.whyNot[why] ?? why}</strong>
      )}
    </>
  );
}
