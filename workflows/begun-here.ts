import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  patched,
  proxyActivities,
  sleep,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type BegunStep,
  BUILD_PREFIX,
  type EndedStep,
  type Repeated,
  type StepActivities,
  type StepUnderWay,
} from '../src/runs/contract.ts';

/**
 * Options of the local activities that begin steps: their process tries none twice. A step outlasts its workflow task's patience
 * of half a second only where its process is busy beyond measure.
 */
export const BEGUN_HERE = {
  startToCloseTimeout: '20 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
} as const;

/** Options of the activities that take steps from the shared queue. */
export const ON_SHARED_QUEUE = {
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Model failures are counted by the activities themselves; this outlasts an hour's loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
} as const;

/**
 * Whether steps begin as local activities. The history says which build took each workflow task, and the build's id whether its
 * steps begin so; a marker for it, which builds without such an id wrote, would cost two events and a write to the list of runs.
 */
export function stepsBeginHere(): boolean {
  const { currentDeploymentVersion } = workflowInfo();
  return currentDeploymentVersion?.buildId.startsWith(BUILD_PREFIX) || patched('steps-begun-here');
}

/**
 * A step of a run: begun in the process that holds the workflow task and, where it takes long, waited for on that process's
 * own queue. What fails there, and what a process takes with it that dies, is taken from the shared queue.
 */
export async function takeStep<I extends object, T>(
  input: I,
  begin: (input: I) => Promise<BegunStep<T>>,
  repeat: (input: I & Repeated) => Promise<T>,
): Promise<T> {
  if (!stepsBeginHere()) return repeat(input);
  let begun = await orLost(begin(input));
  while (begun?.state === 'later') {
    await sleep(begun.afterMs);
    begun = await orLost(begin(input));
  }
  const ended = begun?.state === 'moved' ? await orLost(endOf<T>(begun.step)) : begun;
  if (ended?.state === 'done') return ended.outcome;
  if (ended?.state === 'refused') return repeat(input);
  if (ended && ended.afterMs > 0) await sleep(ended.afterMs);
  return repeat({ ...input, tried: 1 });
}

/** Undefined where an activity ended with its process, or was not taken in time; the run's own cancellation goes on. */
async function orLost<T>(activity: Promise<T>): Promise<T | undefined> {
  try {
    return await activity;
  } catch (error) {
    const stopped = isCancellation(error) && CancellationScope.current().consideredCancelled;
    if (stopped || !(error instanceof TemporalFailure)) throw error;
    return undefined;
  }
}

function endOf<T>({ queue, id }: StepUnderWay): Promise<EndedStep<T>> {
  const { awaitStep } = proxyActivities<StepActivities>({
    ...ON_SHARED_QUEUE,
    taskQueue: queue,
    // The process polls its own queue as long as it lives, however busy it is.
    scheduleToStartTimeout: '9 seconds',
    retry: { maximumAttempts: 1 },
  });
  return awaitStep({ id }) as Promise<EndedStep<T>>;
}
