import { useEffect, useState } from 'react';
import type { Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import { followEvents, type StreamState } from './event-stream.ts';
import type { TaskAddress } from './queries.ts';

type TaskRunEvent = Schemas['TaskRunStreamEvent'];
type NoTextReason = Extract<TaskRunEvent, { event: 'no_text' }>['data']['reason'];

/** Streamed text of a task run. */
interface RunText {
  readonly text: string;
  /** Whether the previous text is void and no new text has arrived. */
  readonly isVoid: boolean;
  readonly noTextReason: NoTextReason | undefined;
}

const EMPTY_TEXT: RunText = { text: '', isVoid: false, noTextReason: undefined };

function applyEvent(previous: RunText, { event, data }: TaskRunEvent): RunText {
  if (event === 'text') return { ...EMPTY_TEXT, text: previous.text + data.text };
  if (event === 'text_restarted') return { ...EMPTY_TEXT, isVoid: true };
  if (event === 'no_text') return { ...EMPTY_TEXT, noTextReason: data.reason };
  return previous;
}

/** Streams the text of a run. It reloads the run's record at the end. */
function useRunText({ org_id, project_id, task_id, task_run_id }: TaskAddress): RunText & { state: StreamState } {
  const [runText, setRunText] = useState(EMPTY_TEXT);
  const [state, setState] = useState<StreamState>('reading');
  useEffect(() => {
    const base = `/api/v1/org/${org_id}/project/${project_id}/task/${task_id}/run/${task_run_id}/events`;
    return followEvents<TaskRunEvent>({
      getUrl: (lastEventId) => `${base}?follow=true${lastEventId === '' ? '' : `&after=${lastEventId}`}`,
      onEvent(event) {
        setRunText((previous) => applyEvent(previous, event));
        if (event.event === 'done') void queryClient.invalidateQueries({ queryKey: ['task_run', task_run_id] });
      },
      onStateChange: setState,
    });
  }, [org_id, project_id, task_id, task_run_id]);
  return { ...runText, state };
}

/** Shows the text of a task run as it streams. */
export function LiveText({ address }: { readonly address: TaskAddress }) {
  const { text, isVoid, noTextReason, state } = useRunText(address);
  const isJson = /^\s*[{[]/.test(text);
  return (
    <>
      {/* Screen readers do not announce streamed text. The status of the run announces the end. */}
      <div aria-live="off" data-live-text>
        {isJson ? (
          <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>
        ) : (
          <SafeMarkdown text={text} />
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {noTextReason === undefined
          ? isVoid
            ? w.runs.restarted
            : text === '' && w.runs.noOutput
          : w.runs.noText[noTextReason]}
        {state === 'broken' && ` ${w.runs.following.broken}`}
      </p>
    </>
  );
}
