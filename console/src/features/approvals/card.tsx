import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isolateText, markHidden, markHiddenInLine } from '../../lib/hidden-text.ts';
import { formatRoles } from '../../lib/roles.ts';
import { useScope } from '../../lib/session.ts';
import { formatExactTime } from '../../lib/time.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { kindOf, type OwnFact, wordsOf } from './kinds.ts';
import { type Approval, eventsOf, lastOfTool, runOf } from './queries.ts';
import { EffectSign, RequestStatus, TimeLeft } from './signs.tsx';
import { stepsBefore } from './steps.ts';

/** What is known of a request besides its arguments: effect, rule, who asks and why, deadline, who decides, what came before. */
export function Facts({ request }: { readonly request: Approval }) {
  const run = useQuery(runOf(useScope(), request)).data;
  const name = request.requested_by_name ?? request.requested_by;
  const { runId: shownRun } = useParams({ strict: false });
  const asking = request.task_run_id ?? request.task_agent_run_id;
  const goal = markHiddenInLine(run?.message.trim().split('\n')[0] ?? '');
  const { facts, answers } = kindOf(request);
  const { approve, reject, without } = answers(request);
  const { approve: approveWord, reject: rejectWord } = wordsOf(request);
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
      <Fact name={w.approvals.facts.effect}>
        <span className="flex flex-wrap items-center gap-2">
          <EffectSign request={request} /> {kindOf(request).why(request)}
        </span>
      </Fact>
      {facts(request).map((own) => (
        <Fact key={own.name} name={own.name}>
          <OwnValue of={own} />
        </Fact>
      ))}
      <Fact name={w.approvals.facts.asked}>
        {w.approvals.askedBy(isolateText(name), isolateText(request.task_agent_name))} <Time at={request.created} />
      </Fact>
      <Fact name={w.approvals.facts.goal}>
        <span dir="auto" className="line-clamp-2 break-words">
          {goal}
        </span>{' '}
        {shownRun !== asking && (
          <Link to="/runs/$runId" params={{ runId: asking }} className="text-accent underline">
            {w.approvals.openRun}
          </Link>
        )}{' '}
        {run && (
          <span className="text-sm text-muted">
            {w.approvals.revision} <CopyableId id={run.task_agent_revision_id} />
          </span>
        )}
      </Fact>
      {request.status === 'pending' && (
        <Fact name={w.approvals.facts.deadline}>
          <TimeLeft request={request} />
          {without !== undefined && <span className="text-muted"> · {without}</span>}
        </Fact>
      )}
      {request.status === 'pending' && (
        <Fact name={w.approvals.facts.answers}>
          <p>
            <strong>{approveWord}</strong>: {approve}
          </p>
          <p>
            <strong>{rejectWord}</strong>: {reject}
          </p>
        </Fact>
      )}
      <Fact name={w.approvals.facts.deciders}>
        <Deciders request={request} open={run?.approval_requests ?? []} />
      </Fact>
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function OwnValue({ of: { as, said } }: { readonly of: OwnFact }) {
  if (as === 'id') return <CopyableId id={said} />;
  if (as === 'text') return <span className="break-words">{markHidden(said)}</span>;
  return (
    <>
      {formatExactTime(Date.parse(said))} (<Time at={said} />)
    </>
  );
}

interface DecidersProps {
  readonly request: Approval;
  readonly open: readonly { readonly status: string }[];
}

function Deciders({ request, open }: DecidersProps) {
  const { approvers, approvals_needed, decisions, can_decide, status } = request;
  const approved = decisions.filter(({ decision }) => decision === 'approve').length;
  const decided = open.filter((each) => each.status !== 'pending').length;
  const why = can_decide.reason as keyof typeof w.approvals.whyNot | null;
  return (
    <>
      {kindOf(request).deciders(request, formatRoles(approvers))}
      {approvals_needed > 1 &&
        ` ${w.approvals.stillNeeded(Math.max(0, approvals_needed - approved), approvals_needed)}`}
      {open.length > 1 && <span className="block">{w.approvals.ofRun(decided, open.length)}</span>}
      {!can_decide.allowed && status === 'pending' && why !== null && (
        <strong className="block text-warning">{w.approvals.whyNot[why] ?? why}</strong>
      )}
    </>
  );
}

/** The last steps of the run before it asked, and what became of the last requests of the same tool. */
export function Before({ request }: { readonly request: Approval }) {
  const place = useScope();
  const run = useQuery(runOf(place, request)).data;
  const events = useQuery(eventsOf(place, run)).data?.events ?? [];
  const past = (useQuery(lastOfTool(place, request)).data?.results ?? [])
    .filter(({ id, status }) => id !== request.id && status !== 'pending')
    .slice(0, 5);
  const steps = stepsBefore(events, request.tool_call_id);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section>
        <h2 className="font-semibold">{w.approvals.lastSteps}</h2>
        {steps.length === 0 && <p className="text-muted">{w.approvals.noSteps}</p>}
        <ol className="flex flex-col gap-1">
          {steps.map(({ id, said }) => (
            <li key={id} dir="auto" className="line-clamp-2 break-words">
              {said}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2 className="font-semibold">{w.approvals.lastTimes(isolateText(request.tool_name))}</h2>
        {past.length === 0 && <p className="text-muted">{w.approvals.noTimes}</p>}
        <ul className="flex flex-col gap-1">
          {past.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-2">
              <RequestStatus request={one} />
              {one.call?.outcome && <span>{kindOf(one).callSays(one)}</span>}
              <Link to="/approvals/$approvalId" params={{ approvalId: one.id }} className="text-accent underline">
                <Time at={one.created} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
