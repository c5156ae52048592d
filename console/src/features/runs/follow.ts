import { useEffect, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { mayPass } from '../../lib/failure.ts';
import { byFrames } from './by-frames.ts';
import { RunSteps, type StepEvent } from './steps.ts';

export interface RunAddress {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_agent_id: string;
  readonly run_id: string;
}

/** How the events of a run come: `over` once there will be no more. */
export type Following = 'reading' | 'live' | 'paused' | 'broken' | 'over';

const KINDS = [
  'session_id',
  'text',
  'turn_restarted',
  'skill_activated',
  'tool_call',
  'tool_progress',
  'tool_result',
  'approval_required',
  'approval_decided',
  'call_parked',
  'guardrail',
  'formatted_output',
  'error',
  'done',
] as const;
const REOPEN_MS = 2000;

type Told = Schemas['RunEvents']['events'][number];

/** A stored event as its stream has it: the names that the JSON form gives other places stand in the payload again. */
export function storedEvent({
  id,
  event_type,
  content,
  timestamp,
  payload,
  tool_calls,
  tool_results,
  ...rest
}: Told): StepEvent {
  const kind = event_type !== 'message' ? event_type : rest.author === 'user' ? 'session_id' : 'text';
  const own = {
    ...payload,
    ...tool_calls[0],
    ...tool_results[0],
    ...(rest.approval_request_id === null ? {} : { approval_request_id: rest.approval_request_id }),
    ...(kind === 'text' ? { text: content } : {}),
    ...(kind === 'error' ? { message: rest.error_message } : {}),
  };
  return { seq: Number(id), kind, payload: own, at: Date.parse(timestamp) };
}

interface Followed {
  readonly steps: RunSteps;
  readonly state: Following;
  readonly error: unknown;
  readonly again: () => void;
}

/** The steps of a run: those that are stored, then those that come, without loss or repeats, however often the connection breaks. */
export function useRunSteps(address: RunAddress, isOver: boolean): Followed {
  const [steps] = useState(() => new RunSteps((act) => void requestAnimationFrame(act)));
  const [state, setState] = useState<Following>('reading');
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const { org_id, project_id, task_agent_id, run_id } = address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try is what `tries` is for; the end is heard from the stream
  useEffect(() => {
    const path = { org_id, project_id, task_agent_id, run_id };
    const abort = new AbortController();
    let stop = () => {};
    const begin = () => {
      if (isOver || steps.isOver) setState('over');
      else stop = follow(path, steps, onState);
    };
    const onState = (state: Following) => {
      setState(state);
      // Without them the times are those at which the events came.
      if (state === 'over') readStored(path, abort.signal, (events) => steps.settle(events)).catch(() => {});
    };
    const fail = (problem: unknown) => {
      setError(problem);
      if (!mayPass(problem)) return;
      const waiting = setTimeout(read, REOPEN_MS);
      stop = () => clearTimeout(waiting);
    };
    const read = () => {
      setState('reading');
      // Events that come while a page is read end up behind it.
      readStored(path, abort.signal, (events) => steps.add(events)).then(
        () => {
          if (abort.signal.aborted) return;
          setError(undefined);
          begin();
        },
        (problem) => abort.signal.aborted || fail(problem),
      );
    };
    read();
    return () => {
      abort.abort();
      stop();
    };
  }, [org_id, project_id, task_agent_id, run_id, steps, tries]);
  return { steps, state, error, again: () => setTries((before) => before + 1) };
}

async function readStored(
  path: RunAddress,
  signal: AbortSignal,
  take: (events: readonly StepEvent[]) => void,
): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await get(`${AGENT}/run/{run_id}/events`, { params: { path: { ...path }, query }, signal });
    const events = page?.events ?? [];
    take(events.map(storedEvent));
    const next = page?.pagination?.has_next
      ? page.pagination.next_cursor
      : MOST === events.length
        ? events.at(-1)?.id
        : undefined;
    if (next == null) return;
    cursor = next;
  }
}

/** Events that one answer holds at most. */
const MOST = 10_000;

/** Follows a run from its last event that is known. A hidden tab has no stream; it goes on where it stopped. */
function follow(path: RunAddress, steps: RunSteps, setState: (state: Following) => void): () => void {
  const { org_id, project_id, task_agent_id, run_id } = path;
  const base = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${task_agent_id}/run/${run_id}/events`;
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const close = () => {
    source?.close();
    clearTimeout(reopening);
  };
  const take = byFrames<{ kind: string; event: MessageEvent; at: number }>(
    ({ kind, event, at }) => {
      steps.add([{ seq: Number(event.lastEventId), kind, payload: JSON.parse(event.data), at }]);
      if (kind !== 'done' || isOver) return;
      isOver = true;
      close();
      setState('over');
    },
    (act) => void requestAnimationFrame(act),
  );
  const open = () => {
    close();
    if (document.hidden || isOver) {
      if (!isOver) setState('paused');
      return;
    }
    const opened = new EventSource(`${base}?follow=true&after=${steps.last}`);
    source = opened;
    // A run that waits says nothing for long: not to hear anything is as it should be.
    setState('live');
    opened.onopen = () => setState('live');
    opened.onerror = (event) => {
      // An event of the run's own may have that name as well.
      if (event instanceof MessageEvent) return;
      setState('broken');
      // Closed for good: it was answered by an error, or by 204 because nothing is to come.
      if (opened.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS);
    };
    for (const kind of KINDS)
      opened.addEventListener(kind, (event) => {
        if (!(event instanceof MessageEvent)) return;
        // Nothing comes after it, and the server hangs up.
        if (kind === 'done') opened.close();
        take({ kind, event, at: serverNow() });
      });
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    isOver = true;
    close();
    document.removeEventListener('visibilitychange', open);
  };
}
