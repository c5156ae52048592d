import { useEffect, useState } from 'react';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { isRetryable } from '../../lib/api-error.ts';
import { parseJson } from '../../lib/json.ts';
import { type Following, followEvents, REOPEN_MS } from './event-source.ts';
import { RunSteps, type StepEvent } from './steps.ts';

export interface RunAddress {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_agent_id: string;
  readonly run_id: string;
}

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
      if (!isRetryable(problem)) return;
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

/** Follows a run from its last event that is known. */
function follow(path: RunAddress, steps: RunSteps, setState: (state: Following) => void): () => void {
  const { org_id, project_id, task_agent_id, run_id } = path;
  const base = `/api/v1/org/${org_id}/project/${project_id}/task-agent/${task_agent_id}/run/${run_id}/events`;
  return followEvents({
    address: (last) => `${base}?follow=true&after=${last || steps.last}`,
    kinds: KINDS,
    take: ({ lastEventId, type, data }, at) =>
      steps.add([{ seq: Number(lastEventId), kind: type, payload: parseJson(data) as Record<string, unknown>, at }]),
    setState,
  });
}
