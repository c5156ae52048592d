import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { formatDuration } from '../../lib/time.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { agentQuery } from '../agents/agent-query.ts';
import { ApprovalStatusBadge } from '../approvals/badges.tsx';
import { formatRule } from '../approvals/format-rule.ts';
import type { Approval } from '../approvals/queries.ts';
import { formatSummary } from '../approvals/summary.ts';
import { DetailItem, DetailList } from './detail-list.tsx';
import { type AgentRun, runEffectsQuery, runRequestsQuery } from './queries.ts';
import type { RunAddress } from './use-run-steps.ts';

interface Props {
  readonly address: RunAddress;
  readonly run: AgentRun;
}

/** Shows the effects ledger of a run, its limits, and the rule that each request matched. */
export function RunStateTab({ address, run }: Props) {
  const effects = [...(useQuery(runEffectsQuery(address, run)).data?.values() ?? [])];
  const requests = useQuery(runRequestsQuery(useScope(), run)).data?.results ?? [];
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Section title={w.runs.ledger} hint={w.runs.ledgerHint}>
        {effects.length === 0 ? (
          <p className="text-muted">{w.runs.noEffects}</p>
        ) : (
          <Table
            caption={w.runs.ledger}
            columns={getEffectColumns()}
            rows={effects}
            getRowKey={({ tool_call_id }) => tool_call_id}
          />
        )}
      </Section>
      <Section title={w.runs.policy} hint={w.runs.policyHint}>
        {requests.length === 0 ? (
          <p className="text-muted">{w.runs.noRequests}</p>
        ) : (
          <Table caption={w.runs.policy} columns={getRequestColumns()} rows={requests} getRowKey={({ id }) => id} />
        )}
      </Section>
      <Limits run={run} />
    </div>
  );
}

function getEffectColumns(): readonly Column<Schemas['Effect']>[] {
  return [
    {
      header: w.runs.call,
      render: ({ tool_name, tool_call_id }) => (
        <Link to="." search={(search: object) => ({ ...search, tab: undefined, step: tool_call_id })} className="link">
          {tool_name}
        </Link>
      ),
    },
    {
      header: w.approvals.facts.effect,
      render: ({ status, detail }) => (
        <>
          {w.runs.effects[status as keyof typeof w.runs.effects] ?? status}
          {detail && <span className="block text-sm text-muted">{detail}</span>}
        </>
      ),
    },
    { header: w.runs.attemptCount, alignsEnd: true, render: ({ attempts }) => formatNumber(attempts) },
  ];
}

function getRequestColumns(): readonly Column<Approval>[] {
  return [
    {
      header: w.runs.call,
      render: (request) => (
        <Link to="/approvals/$approvalId" params={{ approvalId: request.id }} className="link break-words">
          {formatSummary(request)}
        </Link>
      ),
    },
    { header: w.runs.rule, render: ({ rule }) => formatRule(rule) || '–' },
    { header: w.approvals.status, render: (request) => <ApprovalStatusBadge request={request} /> },
  ];
}

function Limits({ run }: Pick<Props, 'run'>) {
  const agent = useQuery(agentQuery(useScope(), run.task_agent_id)).data;
  const revision = agent?.revisions.find(({ id }) => id === run.task_agent_revision_id);
  const ofMax = (value: string, max: string | undefined) => (max === undefined ? value : w.runs.ofMax({ value, max }));
  const maxCredits = revision?.max_credits == null ? undefined : formatDecimal(String(revision.max_credits));
  const modelMs = run.phase_timings.model;
  return (
    <Section title={w.runs.limits}>
      <div className="rounded-lg border bg-surface p-4 shadow-sm">
        <DetailList>
          <DetailItem name={w.runs.turnCount}>
            {ofMax(formatNumber(run.turns), revision ? formatNumber(revision.max_turns) : undefined)}
          </DetailItem>
          <DetailItem name={w.runs.cost}>
            {ofMax(w.runs.credits({ n: formatDecimal(run.charged_credits) }), maxCredits)}
          </DetailItem>
          <DetailItem name={w.runs.treeCost}>
            {w.runs.credits({ n: formatDecimal(run.tree_charged_credits) })}
          </DetailItem>
          <DetailItem name={w.runs.tokens}>
            {w.runs.inAndOut({ input: formatNumber(run.input_tokens), output: formatNumber(run.output_tokens) })}
          </DetailItem>
          {typeof modelMs === 'number' && <DetailItem name={w.runs.modelTime}>{formatDuration(modelMs)}</DetailItem>}
          {run.skills_activated.length > 0 && (
            <DetailItem name={w.skills.title}>{run.skills_activated.join(', ')}</DetailItem>
          )}
        </DetailList>
      </div>
    </Section>
  );
}
