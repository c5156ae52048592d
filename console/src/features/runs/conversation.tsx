import { useSyncExternalStore } from 'react';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import type { RunSteps } from './steps.ts';

/** Turns whose words are shown; those before are in the tree. */
const MOST_SHOWN = 20;

/** What was asked and what the run says, as it says it. */
export function Conversation({ steps, run }: { readonly steps: RunSteps; readonly run: AgentRun }) {
  useSyncExternalStore(steps.subscribe, steps.seen);
  const turns = steps.list.filter(({ kind, text, state }) => kind === 'turn' && text !== '' && state !== 'void');
  const over = turns.findLast(({ state }) => state === 'good');
  return (
    <div className="flex flex-col gap-3">
      <h2 className="font-semibold">{w.runs.message}</h2>
      <p dir="auto" className="rounded-md bg-surface-muted p-2 break-words whitespace-pre-wrap">
        {run.message}
      </p>
      <h2 className="font-semibold">{w.runs.says}</h2>
      {turns.length > MOST_SHOWN && <p className="text-sm text-muted">{w.runs.earlier(turns.length - MOST_SHOWN)}</p>}
      <div aria-live="off" className="flex flex-col gap-3" data-conversation>
        {turns.slice(-MOST_SHOWN).map(({ id, text }) => (
          <SafeMarkdown key={id} text={text} />
        ))}
      </div>
      {/* What streams is not read out piece by piece; that a turn is over is, once. */}
      <p role="status" className="sr-only">
        {over ? w.runs.turnOver(over.turn) : ''}
      </p>
      {run.formatted_output !== null && run.formatted_output !== undefined && (
        <>
          <h2 className="font-semibold">{w.runs.steps.formatted}</h2>
          <JsonTree value={run.formatted_output} />
        </>
      )}
    </div>
  );
}
