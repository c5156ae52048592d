import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { getStored, setStored } from '../../lib/storage.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import type { Policy } from '../agents/draft.ts';
import { type Agent, agentList } from '../agents/queries.ts';
import { GiveKey } from '../models/give-key.tsx';
import { models } from '../models/queries.ts';
import { newestRuns, waiting } from './queries.ts';

/** What the guide has the agent do: the first tool runs freely, the second waits for a person. */
const MESSAGE =
  'Please use current_time {"timezone":"UTC"} and then calculator {"expression":"6*7"}, and tell me both answers.';

type Run = Schemas['AgentRun'];

/** Whether an agent has a rule to stop before it calculates, as the one that comes with the product does. */
const stops = ({ builtin_tools, approval_policy }: Agent) =>
  builtin_tools.includes('calculator') &&
  (approval_policy as unknown as Policy).rules.some(({ tool, mode }) => tool === 'calculator' && mode === 'always');

/** Leads through the first run: it streams, stops for a person, is decided, and finishes. Gone once that was seen. */
export function FirstRun() {
  const scope = useScope();
  const place = `guide.${scope.project_id}`;
  const [away, setAway] = useState(() => getStored(place) === 'away');
  const agents = useQuery(agentList(scope));
  const runs = useQuery(newestRuns(scope));
  const guided = agents.data?.results.find(stops);
  const mayMake = useHasPermission('project', 'create_agent');
  if (away || !mayMake || !agents.data || !runs.data || (!guided && agents.data.results.length > 0)) return null;
  return (
    <section aria-label={w.home.guide} className="flex flex-col gap-3 rounded-lg border-2 border-accent bg-raised p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-lg font-semibold">{w.home.guide}</h2>
        <Button
          variant="quiet"
          isSmall
          onClick={() => {
            setStored(place, 'away');
            setAway(true);
          }}
        >
          {w.home.putAway}
        </Button>
      </div>
      <Steps guided={guided} runs={runs.data.results} own={agents.data.results.length > 1} />
      <ModelNote />
    </section>
  );
}

interface StepsProps {
  readonly guided: Agent | undefined;
  readonly runs: readonly Run[];
  /** Whether there is an agent besides the one that came with the product. */
  readonly own: boolean;
}

function Steps({ guided, runs, own }: StepsProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const asked = useQuery(waiting(scope)).data?.results[0];
  const start = useMutation({
    mutationFn: (task_agent_id: string) =>
      post(`${AGENT}/run`, {
        params: { path: { ...scope, task_agent_id }, header: { Prefer: 'respond-async' } },
        body: { message: MESSAGE },
      }),
    onSuccess: (run) => navigate({ to: '/runs/$runId', params: { runId: (run as Run).id } }),
  });
  const finished = runs.find(({ status }) => status === 'completed');
  const [newest] = runs;
  return (
    <ol className="grid gap-3 md:grid-cols-2 lg:grid-cols-4">
      <Step number={1} title={w.home.stepRun} done={newest !== undefined}>
        <p>{w.home.stepRunHint}</p>
        {guided && (
          <Button
            variant={newest ? 'plain' : 'primary'}
            isPending={start.isPending}
            onClick={() => start.mutate(guided.id)}
          >
            {newest ? w.home.runAgain : w.home.run}
          </Button>
        )}
        {start.error && <ErrorAlert error={start.error} />}
      </Step>
      <Step number={2} title={w.home.stepDecide} done={finished !== undefined && !asked}>
        <p>{w.home.stepDecideHint}</p>
        {asked && (
          <Link to="/approvals/$approvalId" params={{ approvalId: asked.id }} className={getButtonClassName('primary')}>
            {w.home.decide}
          </Link>
        )}
      </Step>
      <Step number={3} title={w.home.stepFinish} done={finished !== undefined}>
        <p>{w.home.stepFinishHint}</p>
        {(finished ?? newest) && (
          <Link to="/runs/$runId" params={{ runId: (finished ?? newest)?.id ?? '' }} className={getButtonClassName()}>
            {w.home.seeRun}
          </Link>
        )}
      </Step>
      <Step number={4} title={w.home.stepOwn} done={own}>
        <p>{w.home.stepOwnHint}</p>
        <Link to="/agents/new" className={getButtonClassName(finished && !own ? 'primary' : 'plain')}>
          {w.home.makeAgent}
        </Link>
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="flex flex-col items-start gap-2 rounded-md border bg-ground p-3">
      <h3 className="flex items-center gap-2 font-medium">
        <span
          aria-hidden
          className={joinClassNames(
            'flex size-6 items-center justify-center rounded-full text-sm',
            done ? 'bg-good-ground text-good' : 'bg-sunken text-quiet',
          )}
        >
          {done ? '✓' : number}
        </span>
        {title}
        {done && <span className="sr-only">{w.home.done}</span>}
      </h3>
      {children}
    </li>
  );
}

/** Says where answers come from while there is no model but the demonstration, and takes a key from who may give one. */
function ModelNote() {
  const { data } = useQuery(models(useScope()));
  const mayGive = useCurrentUser()?.system_role === 'platform_administrator';
  const [giving, setGiving] = useState(false);
  if (!data || data.some(({ provider }) => provider !== 'demo')) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
      <p>{mayGive ? w.home.demoModel : w.home.demoModelOnly}</p>
      {mayGive && (
        <Button isSmall onClick={() => setGiving(true)}>
          {w.project.giveKey}
        </Button>
      )}
      {giving && <GiveKey onClose={() => setGiving(false)} />}
    </div>
  );
}
