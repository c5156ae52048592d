import { Fragment, useEffect, useRef, useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { getRevisionName } from '../../../lib/revision-names.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { MessageSquare, RotateCcw, Send, Square } from '../../../ui/icons.ts';
import { Segments } from '../../../ui/segments.tsx';
import { w } from '../../../words/index.ts';
import { useAvailableHeight } from '../../builder/available-height.ts';
import type { Candidate, Candidates } from '../../test-cases/candidates.ts';
import { CasePanel } from '../../test-cases/case-panel.tsx';
import { KeepCaseButton } from '../../test-cases/keep-case.tsx';
import { type TestSet, useTestSet } from '../../test-cases/use-test-set.ts';
import type { Agent, Revision } from '../queries.ts';
import { useToolEffects } from '../use-policy-preview.ts';
import { getAgentCandidates } from './candidates.ts';
import { Composer } from './composer.tsx';
import { ConversationTurn } from './conversation-turn.tsx';
import { followGrowth } from './follow-growth.ts';
import { RevisionSelect } from './revision-select.tsx';
import { useConversation } from './use-conversation.ts';

interface Props {
  readonly agent: Agent;
  readonly canEdit: boolean;
  /** Whether the form has changes that are not saved yet. */
  readonly isDirty: boolean;
  /** Saves the form as a revision and returns it. */
  readonly saveDraft: () => Promise<Revision>;
}

/** Tests an agent: a conversation with a revision, or all kept cases with two revisions side by side. */
export function Playground({ agent, canEdit, isDirty, saveDraft }: Props) {
  const ref = useAvailableHeight<HTMLElement>();
  const [view, setView] = useState<'conversation' | 'cases'>('conversation');
  const [opened, setOpened] = useState<OpenedMessage>({ count: 0, message: '' });
  const testSet = useTestSet({ kind: 'task_agent', id: agent.id });
  const candidates = getAgentCandidates({ agent, isDirty, saveDraft });
  const viewProps = { agent, canEdit, isDirty, candidates, testSet };
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
        <Segments
          label={w.tasks.test.views}
          value={view}
          options={[
            { value: 'conversation', label: w.builder.conversation },
            { value: 'cases', label: w.tasks.test.cases({ n: testSet.set?.case_count ?? 0 }) },
          ]}
          onChange={setView}
        />
      </header>
      {/* Both views stay mounted: a conversation and a comparison go on while the other is shown. */}
      <div hidden={view !== 'conversation'} className={view === 'conversation' ? VIEW_CLASS_NAME : undefined}>
        <Conversation {...viewProps} opened={opened} />
      </div>
      <div
        hidden={view !== 'cases'}
        className={view === 'cases' ? `${VIEW_CLASS_NAME} gap-3 p-4 xl:overflow-y-auto` : undefined}
      >
        <CasePanel
          testSet={testSet}
          candidates={candidates}
          canEdit={canEdit}
          emptyText={w.builder.noCases}
          renderSelect={(props) => <RevisionSelect agent={agent} isDirty={isDirty} {...props} />}
          onOpenCase={(evalCase) => {
            setOpened(({ count }) => ({ count: count + 1, message: evalCase.message ?? '' }));
            setView('conversation');
          }}
        />
        {isDirty && <p className="text-sm text-muted">{w.builder.casesSaveFirst}</p>}
      </div>
    </section>
  );
}

const VIEW_CLASS_NAME = 'flex min-h-0 flex-1 flex-col';

/** The message of the case that was opened last. */
interface OpenedMessage {
  /** Number of opened cases. */
  readonly count: number;
  readonly message: string;
}

interface ConversationProps extends Pick<Props, 'agent' | 'canEdit' | 'isDirty'> {
  readonly candidates: Candidates;
  readonly testSet: TestSet;
  readonly opened: OpenedMessage;
}

/** Talks to a revision: a session of real runs, with tool calls, approvals, time and cost. */
function Conversation({ agent, canEdit, isDirty, candidates, testSet, opened }: ConversationProps) {
  const canRun = useHasPermission('task_agent', 'run', agent.id);
  const [candidate, setCandidate] = useState<Candidate>('form');
  const revision = agent.revisions.find(({ id }) => candidate === `revision:${id}`) ?? agent.revisions[0];
  const conversation = useConversation({
    agentId: agent.id,
    prepareRevision: () => candidates.getRevisionId(candidate),
  });
  const { exchanges, lastRun, send, stop, isBusy, startOver } = conversation;
  const lastMessage = exchanges.at(-1)?.message;
  return (
    <>
      {canRun && (
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
          <RevisionSelect
            label={w.builder.answeringRevision}
            agent={agent}
            isDirty={isDirty}
            value={candidate}
            onChange={(value) => value !== '' && setCandidate(value)}
          />
          <Button isSmall variant="quiet" className="ms-auto" disabled={lastMessage === undefined} onClick={startOver}>
            <RotateCcw className="size-4" /> {w.builder.startOver}
          </Button>
        </div>
      )}
      {revision && <Transcript agent={agent} revision={revision} exchanges={exchanges} />}
      <footer className="flex flex-col gap-2 border-t p-3">
        {canRun === false && <p className="text-muted">{w.agents.cannotRun}</p>}
        {send.error && <ErrorAlert error={send.error} />}
        {stop.error && <ErrorAlert error={stop.error} />}
        {candidate === 'form' && isDirty && canRun && <p className="text-sm text-muted">{w.builder.savesFirst}</p>}
        {canRun && (
          <Composer
            key={opened.count}
            initialMessage={opened.message}
            isDisabled={isBusy || send.isPending}
            error={send.error}
            onSend={(text) => send.mutateAsync(text)}
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
        {/* Outside the composer: the dialog has a form of its own. A running conversation needs the space. */}
        {canEdit && lastMessage !== undefined && !isBusy && (
          <div>
            <KeepCaseButton
              testSet={testSet}
              input={{ message: lastMessage }}
              output={lastRun?.formatted_output ?? lastRun?.output}
            />
          </div>
        )}
      </footer>
    </>
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
