import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AGENT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { showErrorToast } from '../../ui/error-alert.tsx';
import { CircleCheck, CirclePause, CircleX } from '../../ui/icons.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { findFix } from './fixes.ts';
import { HomeSection } from './home-section.tsx';
import { groupProblems, type Problem, toProblemRun } from './problems.ts';
import { failedAgentRunsQuery, failedTaskRunsQuery, heldRunsQuery } from './queries.ts';

/** Maximum number of causes. The list of runs has all. */
const MAX_PROBLEMS = 5;
const MAX_NAMES = 3;

/** Shows failed and paused runs by cause, each with the action that fixes it. */
export function ProblemSection({ canViewAgents }: { readonly canViewAgents: boolean }) {
  const scope = useScope();
  const heldRuns = useQuery({ ...heldRunsQuery(scope), enabled: canViewAgents });
  const failedAgentRuns = useQuery({ ...failedAgentRunsQuery(scope), enabled: canViewAgents });
  const failedTaskRuns = useQuery(failedTaskRunsQuery(scope));
  const queries = [...(canViewAgents ? [heldRuns, failedAgentRuns] : []), failedTaskRuns];
  const isLoaded = queries.every(({ data }) => data);
  const agentRuns = [...(heldRuns.data?.results ?? []), ...(failedAgentRuns.data?.results ?? [])];
  const runs = [
    ...agentRuns.map((run) => toProblemRun(run, run.task_agent)),
    ...(failedTaskRuns.data?.results ?? []).map((run) => toProblemRun(run, run.task)),
  ];
  // A paused run can have failed calls, and is then in both lists.
  const problems = groupProblems([...new Map(runs.map((run) => [run.id, run])).values()]);
  return (
    <HomeSection
      title={w.home.broken}
      queries={queries}
      action={<Links hasHeld={problems.some(({ isHeld }) => isHeld)} />}
    >
      {isLoaded && problems.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck className="size-4 text-success" /> {w.home.nothingBroken}
        </p>
      )}
      <ul className="-mx-4 -mb-4 flex flex-col divide-y empty:hidden">
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <ProblemRow key={problem.runs[0]?.id} problem={problem} />
        ))}
      </ul>
    </HomeSection>
  );
}

function Links({ hasHeld }: { readonly hasHeld: boolean }) {
  return (
    <span className="flex flex-wrap gap-3">
      {hasHeld && (
        <Link to="/runs" search={{ state: 'held' }} className="link text-sm">
          {w.home.allHeld}
        </Link>
      )}
      <Link to="/runs" search={{ state: 'failed', since: 'week' }} className="link text-sm">
        {w.home.allFailed}
      </Link>
    </span>
  );
}

function ProblemRow({ problem: { description, isHeld, cause, runs, names } }: { readonly problem: Problem }) {
  const [newest] = runs;
  const Icon = isHeld ? CirclePause : CircleX;
  const others = names.length - MAX_NAMES;
  if (!newest) return null;
  return (
    <li data-row={newest.id} className="flex items-start gap-2.5 px-4 py-(--row-padding)">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isHeld ? 'text-warning' : 'text-danger'}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Link to="/runs/$runId" params={{ runId: newest.id }} className="link line-clamp-2 break-words">
          {description}
        </Link>
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span>{w.home.problemRuns({ n: runs.length })}</span>
          <span className="min-w-0 break-words">
            {names.slice(0, MAX_NAMES).join(', ')}
            {others > 0 && ` ${w.home.andOthers({ n: others })}`}
          </span>
          <Time at={newest.created} />
        </span>
      </div>
      <FixButton {...{ cause, isHeld, runs }} />
    </li>
  );
}

type FixProps = Pick<Problem, 'cause' | 'isHeld' | 'runs'>;

/** The action that fixes a cause: its screen, or the resumption of its paused runs. */
function FixButton({ cause, isHeld, runs }: FixProps) {
  const scope = useScope();
  const canRun = useHasPermission('project', 'edit');
  const resume = useMutation({
    // The bulk operation also resumes runs that another cause paused.
    mutationFn: () =>
      Promise.allSettled(
        runs.map(({ id, parent }) =>
          post(`${AGENT}/run/{run_id}/resume`, {
            params: {
              path: { ...scope, task_agent_id: parent.id, run_id: id },
              header: { Prefer: 'respond-async' },
            },
            body: {},
          }),
        ),
      ),
    onSuccess: (results) => {
      const n = results.filter(({ status }) => status === 'fulfilled').length;
      const failed = results.find((result) => result.status === 'rejected');
      if (n > 0) showToast(w.home.resumed({ n }));
      if (failed) showErrorToast(failed.reason);
      void queryClient.invalidateQueries({ queryKey: ['agent_run'] });
    },
  });
  const fix = findFix(cause);
  if (fix)
    return (
      <Link to={fix.to} className={getButtonClassName('plain', true)}>
        {w.home.fixes[fix.name]}
      </Link>
    );
  if (!isHeld || !canRun) return null;
  return (
    <Button isSmall isPending={resume.isPending} onClick={() => resume.mutate()}>
      {w.home.resumeAll({ n: runs.length })}
    </Button>
  );
}
