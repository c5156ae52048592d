import { Fragment, useEffect, useRef, useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { MessageSquare, RotateCcw, Send, Square } from '../../../ui/icons.ts';
import { getRevisionName } from '../../../ui/revision-comparison.tsx';
import { w } from '../../../words/index.ts';
import { useAvailableHeight } from '../../builder/available-height.ts';
import type { Agent, Revision } from '../queries.ts';
import { useToolEffects } from '../use-policy-preview.ts';
import { Composer } from './composer.tsx';
import { ConversationTurn } from './conversation-turn.tsx';
import { followGrowth } from './follow-growth.ts';
import { useConversation } from './use-conversation.ts';

interface Props {
  readonly agent: Agent;
  /** Whether the form has changes that are not saved yet. */
  readonly isDirty: boolean;
  /** Saves the form as a revision and returns it. */
  readonly saveDraft: () => Promise<Revision>;
}

/** Talks to a revision: a session of real runs, with tool calls, approvals, time and cost. */
export function Playground({ agent, isDirty, saveDraft }: Props) {
  const ref = useAvailableHeight<HTMLElement>();
  const canRun = useHasPermission('task_agent', 'run', agent.id);
  const [newest] = agent.revisions;
  // Undefined follows the form: the newest revision with its unsaved changes.
  const [chosenId, setChosenId] = useState<string>();
  const revision = agent.revisions.find(({ id }) => id === chosenId) ?? newest;
  const runsDraft = chosenId === undefined && isDirty;
  const conversation = useConversation({
    agentId: agent.id,
    prepareRevision: async () => (runsDraft ? (await saveDraft()).id : (revision?.id ?? '')),
  });
  const { exchanges, send, stop, isBusy, startOver } = conversation;
  return (
    <section
      ref={ref}
      id="playground"
      aria-label={w.builder.playground}
      className="flex min-h-96 scroll-mt-16 flex-col rounded-lg border bg-surface shadow-sm xl:sticky xl:top-4 xl:h-(--available-height)"
    >
      <header className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <MessageSquare className="size-4 text-muted" />
        <h2 id="playground-title" tabIndex={-1} className="me-auto font-semibold">
          {w.builder.playground}
        </h2>
        {canRun && (
          <>
            <RevisionSelect agent={agent} value={chosenId} isDirty={isDirty} onChange={setChosenId} />
            <Button isSmall variant="quiet" disabled={exchanges.length === 0} onClick={startOver}>
              <RotateCcw className="size-4" /> {w.builder.startOver}
            </Button>
          </>
        )}
      </header>
      {revision && <Transcript agent={agent} revision={revision} exchanges={exchanges} />}
      <footer className="flex flex-col gap-2 border-t p-3">
        {canRun === false && <p className="text-muted">{w.agents.cannotRun}</p>}
        {send.error && <ErrorAlert error={send.error} />}
        {stop.error && <ErrorAlert error={stop.error} />}
        {runsDraft && canRun && <p className="text-sm text-muted">{w.builder.savesFirst}</p>}
        {canRun && (
          <Composer
            isDisabled={isBusy || send.isPending}
            error={send.error}
            onSend={(message) => send.mutateAsync(message)}
          >
            {isBusy ? (
              <Button isPending={stop.isPending} onClick={() => stop.mutate()}>
                <Square className="size-4" /> {w.builder.stop}
              </Button>
            ) : (
              <Button type="submit" variant="primary" isPending={send.isPending}>
                <Send className="size-4" /> {w.builder.send}
              </Button>
            )}
          </Composer>
        )}
      </footer>
    </section>
  );
}

interface RevisionSelectProps {
  readonly agent: Agent;
  readonly value: string | undefined;
  readonly isDirty: boolean;
  readonly onChange: (id: string | undefined) => void;
}

/** Selects the revision that answers. */
function RevisionSelect({ agent: { revisions }, value, isDirty, onChange }: RevisionSelectProps) {
  const getName = (revision: Revision) => {
    const name = getRevisionName(revision, revisions);
    return revision.active ? w.builder.served({ name }) : name;
  };
  const [newest, ...older] = revisions;
  return (
    <select
      aria-label={w.builder.answeringRevision}
      className="control min-h-(--control-height-small) max-w-44 rounded-md border border-input bg-surface ps-2 pe-7 text-sm"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{isDirty || !newest ? w.builder.draft : getName(newest)}</option>
      {(isDirty ? revisions : older).map((revision) => (
        <option key={revision.id} value={revision.id}>
          {getName(revision)}
        </option>
      ))}
    </select>
  );
}

interface TranscriptProps {
  readonly agent: Agent;
  readonly revision: Revision;
  readonly exchanges: ReturnType<typeof useConversation>['exchanges'];
}

/** The conversation. Stays at its end while it grows, unless the reader has scrolled up. */
function Transcript({ agent, revision, exchanges }: TranscriptProps) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLOListElement>(null);
  const effects = useToolEffects(agent, revision);
  useEffect(() => followGrowth(scrollerRef.current, contentRef.current), []);
  const hasNewSession = (index: number) => index > 0 && exchanges[index]?.sessionId !== exchanges[index - 1]?.sessionId;
  return (
    <div
      ref={scrollerRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the conversation
      tabIndex={0}
      role="log"
      aria-label={w.builder.conversation}
      aria-live="off"
      className="scrolls-itself-xl min-h-0 flex-1 xl:overflow-y-auto"
    >
      {exchanges.length === 0 && (
        <div className="flex h-full min-h-40 flex-col items-center p-4 justify-center gap-2 text-center text-muted">
          <MessageSquare className="size-6" />
          <p className="max-w-64">{w.builder.playgroundEmpty}</p>
        </div>
      )}
      <ol ref={contentRef} className="flex flex-col gap-5 p-4 empty:hidden">
        {exchanges.map(({ address, message, revisionId }, index) => (
          <Fragment key={address.run_id}>
            {hasNewSession(index) && (
              <li className="flex items-center gap-2 text-sm text-muted before:flex-1 before:border-t after:flex-1 after:border-t">
                {w.builder.newSession({ name: getRevisionName({ id: revisionId }, agent.revisions) })}
              </li>
            )}
            <ConversationTurn address={address} message={message} effects={effects} scrollerRef={scrollerRef} />
          </Fragment>
        ))}
      </ol>
    </div>
  );
}
