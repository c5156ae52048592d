import { useEffect, useState } from 'react';
import type { Schemas } from '../../lib/api.ts';
import { parseJson } from '../../lib/json.ts';
import { queryClient } from '../../lib/query-client.ts';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import { type Following, followEvents } from './event-source.ts';
import type { TaskAddress } from './queries.ts';

type Told = Schemas['TaskRunStreamEvent'];
type WhyNoText = Extract<Told, { event: 'no_text' }>['data']['reason'];

/** What a run of a task has told of its text. */
interface RunText {
  readonly text: string;
  /** Whether what was said before is void, and nothing is said in its place yet. */
  readonly isVoid: boolean;
  readonly why: WhyNoText | undefined;
}

const NOTHING: RunText = { text: '', isVoid: false, why: undefined };
const KINDS: readonly Told['event'][] = ['text', 'text_restarted', 'no_text', 'error', 'done'];

function toldMore(before: RunText, { event, data }: Told): RunText {
  if (event === 'text') return { ...NOTHING, text: before.text + data.text };
  if (event === 'text_restarted') return { ...NOTHING, isVoid: true };
  if (event === 'no_text') return { ...NOTHING, why: data.reason };
  return before;
}

/** What a run says while it does; its record is read again once it is over. */
function useRunText({ org_id, project_id, task_id, task_run_id }: TaskAddress): RunText & { state: Following } {
  const [told, setTold] = useState(NOTHING);
  const [state, setState] = useState<Following>('reading');
  useEffect(() => {
    const base = `/api/v1/org/${org_id}/project/${project_id}/task/${task_id}/run/${task_run_id}/events`;
    return followEvents({
      address: (last) => `${base}?follow=true${last === '' ? '' : `&after=${last}`}`,
      kinds: KINDS,
      take({ type, data }) {
        setTold((before) => toldMore(before, { event: type, data: parseJson(data) } as Told));
        if (type === 'done') void queryClient.invalidateQueries({ queryKey: ['task_run', task_run_id] });
      },
      setState,
    });
  }, [org_id, project_id, task_id, task_run_id]);
  return { ...told, state };
}

/** The text of a run of a task while it comes. Shared with tasks. */
export function LiveText({ address }: { readonly address: TaskAddress }) {
  const { text, isVoid, why, state } = useRunText(address);
  const isData = /^\s*[{[]/.test(text);
  return (
    <>
      {/* What streams is not read out piece by piece; that it is over is, by the state of the run. */}
      <div aria-live="off" data-live-text>
        {isData ? (
          <pre className="font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>
        ) : (
          <SafeMarkdown text={text} />
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {why === undefined ? (isVoid ? w.runs.saidAnew : text === '' && w.runs.noOutput) : w.runs.noText[why]}
        {state === 'broken' && ` ${w.runs.following.broken}`}
      </p>
    </>
  );
}
