import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import type { AgentRun } from './queries.ts';
import type { RunSteps } from './run-steps.ts';
import { useStepsVersion } from './use-steps-version.ts';

/** Number of turns whose text is shown. The timeline has all of them. */
const MAX_SHOWN_TURNS = 20;

/** Shows the message of a run and its responses as they stream. */
export function Conversation({ steps, run }: { readonly steps: RunSteps; readonly run: AgentRun }) {
  useStepsVersion(steps);
  const turns = steps.list.filter(({ kind, text, state }) => kind === 'turn' && text !== '' && state !== 'void');
  const lastCompletedTurn = turns.findLast(({ state }) => state === 'good');
  return (
    <div className="flex flex-col gap-3">
      <h2 className="font-semibold">{w.runs.message}</h2>
      <p dir="auto" className="rounded-md bg-surface-muted p-2 break-words whitespace-pre-wrap">
        {run.message}
      </p>
      <h2 className="font-semibold">{w.runs.says}</h2>
      {turns.length > MAX_SHOWN_TURNS && (
        <p className="text-sm text-muted">{w.runs.earlier({ n: turns.length - MAX_SHOWN_TURNS })}</p>
      )}
      <div aria-live="off" className="flex flex-col gap-3" data-conversation>
        {turns.slice(-MAX_SHOWN_TURNS).map(({ id, text }) => (
          <SafeMarkdown key={id} text={text} />
        ))}
      </div>
      {/* Screen readers announce only the end of a turn, because streamed text would be read in pieces. */}
      <p role="status" className="sr-only">
        {lastCompletedTurn ? w.runs.turnOver({ n: lastCompletedTurn.turn }) : ''}
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
