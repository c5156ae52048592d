import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { post, type Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { getStored, setStored } from '../../lib/storage.ts';
import { IS_TRY_OUT } from '../../lib/try-out.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Check } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import type { ApprovalPolicy } from '../agents/draft.ts';
import { type Agent, agentListQuery } from '../agents/queries.ts';
import { FALLBACK_PROVIDER } from '../models/providers.ts';
import { modelsQuery } from '../models/queries.ts';
import { runRequestsQuery } from '../runs/queries.ts';
import { MAX_GUIDE_RUNS, newestRunsQuery, pendingApprovalsQuery } from './queries.ts';
import { SAMPLE_TAG, SampleData } from './sample-data.tsx';

const KillWorkerDialog = lazy(async () => ({ default: (await import('./kill-worker.tsx')).KillWorkerDialog }));
const StoreKeyDialog = lazy(async () => ({
  default: (await import('../models/store-key-dialog.tsx')).StoreKeyDialog,
}));
const PhoneDialog = lazy(async () => ({ default: (await import('./phone-dialog.tsx')).PhoneDialog }));
const OwnAgentDialog = lazy(async () => ({ default: (await import('./own-agent.tsx')).OwnAgentDialog }));

/** The first tool runs without approval, the second requires one. */
const MESSAGE =
  'Please use current_time {"timezone":"UTC"} and then calculator {"expression":"6*7"}, and tell me both answers.';

type Run = Schemas['AgentRun'];

/** Whether the agent needs approval for the calculator, like the demo agent. */
const requiresApproval = ({ builtin_tools, approval_policy }: Agent) =>
  builtin_tools.includes('calculator') &&
  (approval_policy as unknown as ApprovalPolicy).rules.some(
    ({ tool, mode }) => tool === 'calculator' && mode === 'always',
  );

/** Guides through a first run with an approval. The user can dismiss it. */
export function FirstRunGuide() {
  const scope = useScope();
  const storageKey = `guide.${scope.project_id}`;
  const [isCreating, setIsCreating] = useState(false);
  const [isDismissed, setIsDismissed] = useState(() => getStored(storageKey) === 'away');
  const agents = useQuery(agentListQuery(scope));
  const runs = useQuery(newestRunsQuery(scope));
  const ownOrDemo = (agents.data?.results ?? []).filter(({ tags }) => !tags.includes(SAMPLE_TAG));
  const demoAgent = ownOrDemo.find(requiresApproval);
  const canCreate = useHasPermission('project', 'create_agent');
  if (!canCreate || !agents.data || !runs.data) return null;
  const hasOwnAgent = ownOrDemo.length > 1;
  const newestRuns = runs.data.results;
  const hasRun = newestRuns.length >= MAX_GUIDE_RUNS || newestRuns.some(({ status }) => status === 'completed');
  const isDone = hasOwnAgent && hasRun;
  const isOver = isDismissed || isDone || (!demoAgent && ownOrDemo.length > 0);
  // The dialog stays open when its agent completes the guide: it shows the answer. Sample data can be removed later.
  if (isOver && !isCreating) return <SampleData canAdd={false} />;
  return (
    <section
      aria-label={w.home.guide}
      className="flex flex-col gap-3 rounded-lg border border-accent/50 bg-surface p-4 shadow-sm"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-lg font-semibold">{w.home.guide}</h2>
        <Button
          variant="quiet"
          isSmall
          onClick={() => {
            setStored(storageKey, 'away');
            setIsDismissed(true);
          }}
        >
          {w.home.putAway}
        </Button>
      </div>
      <Steps demoAgent={demoAgent} runs={newestRuns} hasOwnAgent={hasOwnAgent} onCreate={() => setIsCreating(true)} />
      <DemoModelNote />
      <SampleData canAdd />
      {isCreating && (
        <Suspense fallback={<Loading lineCount={3} />}>
          <OwnAgentDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </section>
  );
}

interface StepsProps {
  readonly demoAgent: Agent | undefined;
  readonly runs: readonly Run[];
  /** Whether the project has an agent besides the demo agent. */
  readonly hasOwnAgent: boolean;
  readonly onCreate: () => void;
}

function Steps({ demoAgent, runs, hasOwnAgent, onCreate }: StepsProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const pendingApproval = useQuery(pendingApprovalsQuery(scope)).data?.results[0];
  const startRun = useMutation({
    mutationFn: (task_agent_id: string) =>
      post(`${AGENT}/run`, {
        params: { path: { ...scope, task_agent_id }, header: { Prefer: 'respond-async' } },
        body: { message: MESSAGE },
      }),
    onSuccess: (run) => navigate({ to: '/runs/$runId', params: { runId: (run as Run).id } }),
  });
  const completedRun = runs.find(({ status }) => status === 'completed');
  const [newestRun] = runs;
  const canKillWorker = useHasPermission('organization', 'kill_worker') && IS_TRY_OUT && demoAgent !== undefined;
  return (
    <ol className="-mx-4 flex flex-col divide-y border-y">
      <Step number={1} title={w.home.stepRun} hint={w.home.stepRunHint} isDone={newestRun !== undefined}>
        {demoAgent && (
          <Button
            variant={newestRun ? 'plain' : 'primary'}
            isPending={startRun.isPending}
            onClick={() => startRun.mutate(demoAgent.id)}
          >
            {newestRun ? w.home.runAgain : w.home.run}
          </Button>
        )}
        {startRun.error && <ErrorAlert error={startRun.error} />}
      </Step>
      <Step
        number={2}
        title={w.home.stepDecide}
        hint={w.home.stepDecideHint}
        isDone={completedRun !== undefined && !pendingApproval}
      >
        {pendingApproval && (
          <>
            <Link
              to="/approvals/$approvalId"
              params={{ approvalId: pendingApproval.id }}
              className={getButtonClassName('primary')}
            >
              {w.home.decide}
            </Link>
            <DialogButton label={w.home.onPhone}>
              {(close) => <PhoneDialog approvalId={pendingApproval.id} onClose={close} />}
            </DialogButton>
          </>
        )}
      </Step>
      <Step number={3} title={w.home.stepFinish} hint={w.home.stepFinishHint} isDone={completedRun !== undefined}>
        {completedRun && <ReceiptLink run={completedRun} />}
        {(completedRun ?? newestRun) && (
          <Link
            to="/runs/$runId"
            params={{ runId: (completedRun ?? newestRun)?.id ?? '' }}
            className={getButtonClassName()}
          >
            {w.home.seeRun}
          </Link>
        )}
      </Step>
      {canKillWorker && (
        <Step number={4} title={w.home.stepKill} hint={w.home.stepKillHint} isDone={false}>
          <DialogButton label={w.home.killTry}>
            {(close) => <KillWorkerDialog agentId={demoAgent.id} onClose={close} />}
          </DialogButton>
        </Step>
      )}
      <OwnAgentStep
        number={canKillWorker ? 5 : 4}
        isNext={completedRun !== undefined}
        isDone={hasOwnAgent}
        onCreate={onCreate}
      />
    </ol>
  );
}

/** Links to the receipt of the first decided request of a run. */
function ReceiptLink({ run }: { readonly run: Run }) {
  const requests = useQuery(runRequestsQuery(useScope(), run)).data?.results;
  const decided = requests?.findLast(({ status }) => status === 'approved' || status === 'rejected');
  if (!decided) return null;
  return (
    <Link to="/approvals/$approvalId" params={{ approvalId: decided.id }} className={getButtonClassName()}>
      {w.home.seeReceipt}
    </Link>
  );
}

interface DialogButtonProps {
  readonly label: string;
  readonly isSmall?: boolean;
  /** Returns the dialog, which loads when it opens. */
  readonly children: (close: () => void) => ReactNode;
}

function DialogButton({ label, isSmall = false, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall={isSmall} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <Suspense fallback={null}>{children(() => setIsOpen(false))}</Suspense>}
    </>
  );
}

interface OwnAgentStepProps extends Pick<StepsProps, 'onCreate'> {
  readonly number: number;
  /** Whether the steps before are done. */
  readonly isNext: boolean;
  readonly isDone: boolean;
}

/** The last step: a key of the newcomer's own, then an agent that answers. */
function OwnAgentStep({ number, isNext, isDone, onCreate }: OwnAgentStepProps) {
  return (
    <Step number={number} title={w.home.stepOwn} hint={w.home.stepOwnHint} isDone={isDone}>
      <Button variant={isNext && !isDone ? 'primary' : 'plain'} onClick={onCreate}>
        {w.home.makeAgent}
      </Button>
    </Step>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly hint: string;
  readonly isDone: boolean;
  /** Its buttons. */
  readonly children: ReactNode;
}

function Step({ number, title, hint, isDone, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span
        aria-hidden
        className={joinClassNames(
          'flex size-6 shrink-0 items-center justify-center self-start rounded-full text-sm',
          isDone ? 'bg-success-subtle text-success' : 'bg-surface-muted text-muted',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className={joinClassNames('font-medium', isDone && 'text-muted')}>
          {title}
          {isDone && <span className="sr-only"> {w.home.done}</span>}
        </h3>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:col-start-2">{children}</div>
    </li>
  );
}

/** Explains the demo model while no other is available, and lets administrators store a provider key. */
function DemoModelNote() {
  const { data } = useQuery(modelsQuery(useScope()));
  const canStoreKey = useCurrentUser()?.system_role === 'platform_administrator';
  if (!data || data.some(({ provider }) => provider !== FALLBACK_PROVIDER)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <p>{canStoreKey ? w.home.demoModel : w.home.demoModelOnly}</p>
      {canStoreKey && (
        <DialogButton label={w.home.giveKey} isSmall>
          {(close) => <StoreKeyDialog onClose={close} />}
        </DialogButton>
      )}
    </div>
  );
}
