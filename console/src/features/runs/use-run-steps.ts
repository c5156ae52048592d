import { useEffect, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { isRetryable } from '../../lib/api-error.ts';
import type { Scope } from '../../lib/session.ts';
import { followEvents, REOPEN_DELAY_MS, type StreamState } from './event-stream.ts';
import { RunSteps } from './run-steps.ts';
import type { StepEvent } from './step.ts';

export interface RunAddress extends Scope {
  readonly task_agent_id: string;
  readonly run_id: string;
}

type StoredEvent = Schemas['RunEvents']['events'][number];

/** Converts a stored event to the form of the stream, which keeps these fields in its payload. */
function toStepEvent({
  id,
  event_type,
  content,
  timestamp,
  payload,
  tool_calls,
  tool_results,
  ...rest
}: StoredEvent): StepEvent {
  const kind = event_type !== 'message' ? event_type : rest.author === 'user' ? 'session_id' : 'text';
  const eventPayload = {
    ...payload,
    ...tool_calls[0],
    ...tool_results[0],
    ...(rest.approval_request_id === null ? {} : { approval_request_id: rest.approval_request_id }),
    ...(kind === 'text' ? { text: content } : {}),
    ...(kind === 'error' ? { message: rest.error_message } : {}),
  };
  return { seq: Number(id), kind, payload: eventPayload, at: Date.parse(timestamp) };
}

interface RunStepsState {
  readonly steps: RunSteps;
  readonly state: StreamState;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Returns the steps of a run: the stored ones, then the streamed ones. Reconnects neither lose nor repeat events. */
export function useRunSteps(address: RunAddress, isOver: boolean): RunStepsState {
  const [steps] = useState(() => new RunSteps((callback) => void requestAnimationFrame(callback)));
  const [state, setState] = useState<StreamState>('reading');
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const { org_id, project_id, task_agent_id, run_id } = address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts it; the stream reports `isOver`
  useEffect(() => {
    const path = { org_id, project_id, task_agent_id, run_id };
    const abort = new AbortController();
    let stop = () => {};
    const startFollowing = () => {
      if (isOver || steps.isComplete) setState('over');
      else stop = followRun(path, steps, handleState);
    };
    const handleState = (state: StreamState) => {
      setState(state);
      // If this fails, the steps keep the arrival times of their events.
      if (state === 'over')
        readStoredEvents(path, abort.signal, (events) => steps.applyStoredTimes(events)).catch(() => {});
    };
    const handleError = (failure: unknown) => {
      setError(failure);
      if (!isRetryable(failure)) return;
      const retryTimer = setTimeout(loadStored, REOPEN_DELAY_MS);
      stop = () => clearTimeout(retryTimer);
    };
    const loadStored = () => {
      setState('reading');
      // The stream starts after the stored events, so none is lost.
      readStoredEvents(path, abort.signal, (events) => steps.addEvents(events)).then(
        () => {
          if (abort.signal.aborted) return;
          setError(undefined);
          startFollowing();
        },
        (failure) => abort.signal.aborted || handleError(failure),
      );
    };
    loadStored();
    return () => {
      abort.abort();
      stop();
    };
  }, [org_id, project_id, task_agent_id, run_id, steps, attempt]);
  return { steps, state, error, retry: () => setAttempt((previous) => previous + 1) };
}

async function readStoredEvents(
  path: RunAddress,
  signal: AbortSignal,
  onEvents: (events: readonly StepEvent[]) => void,
): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await get(`${AGENT}/run/{run_id}/events`, { params: { path: { ...path }, query }, signal });
    const events = page?.events ?? [];
    onEvents(events.map(toStepEvent));
    const nextCursor = page?.pagination?.has_next
      ? page.pagination.next_cursor
      : MAX_EVENTS_PER_RESPONSE === events.length
        ? events.at(-1)?.id
        : undefined;
    if (nextCursor == null) return;
    cursor = nextCursor;
  }
}

/** Maximum number of events per response. */
const MAX_EVENTS_PER_RESPONSE = 10_000;

/** Follows a run from its last known event. */
function followRun(path: RunAddress, steps: RunSteps, onStateChange: (state: StreamState) => void): () => void {
  const { org_id, project_id, task_agent_id, run_id } = path;
  const base = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${task_agent_id}/run/${run_id}/events`;
  return followEvents({
    getUrl: (lastEventId) => `${base}?follow=true&after=${lastEventId || steps.lastSeq}`,
    onEvent: ({ id, event, data }, receivedAt) =>
      steps.addEvents([{ seq: Number(id), kind: event, payload: data as StepEvent['payload'], at: receivedAt }]),
    onStateChange,
  });
}
