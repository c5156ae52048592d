import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, FieldErrorList } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { ArgumentDiff } from './argument-diff.tsx';
import { ArgumentList, MAX_SEEN_AT_ONCE_BYTES } from './argument-list.tsx';
import { useTimeLeft } from './badges.tsx';
import { diffArguments, getJsonBytes } from './diff-arguments.ts';
import { IS_APPROVAL_POSITIVE } from './kind.ts';
import { getKindConfig, getKindTexts } from './kinds.ts';
import type { Approval } from './queries.ts';
import { useDecision, useDecisionPause } from './use-decision.ts';

const ArgumentForm = lazy(() => import('./argument-form.tsx'));

type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly request: Approval;
  readonly onDecided: ((request: Approval) => void) | undefined;
  readonly children: ReactNode;
}

/** Shows the arguments, any further context and the decision buttons, for a user who can decide now. */
export function DecisionPanel({ request, onDecided, children }: Props) {
  const args = request.arguments as Values;
  const [draft, setDraft] = useState<Values>();
  const [isInvalid, setInvalid] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  // Undefined until the browser has reported whether the end of the arguments is on screen.
  const [hasSeenAll, setHasSeenAll] = useState<boolean>();
  const [note, setNote] = useState('');
  const decision = useDecision(request, onDecided);
  const isPaused = useDecisionPause();
  const timeLeftMs = useTimeLeft(request);
  const isExpired = timeLeftMs !== undefined && timeLeftMs <= 0;
  const changes = draft === undefined ? [] : diffArguments(args, draft);
  const cancel = () => {
    setDraft(undefined);
    setInvalid(false);
    setIsRejecting(false);
    // A reason for rejection must not become the note of a later approval.
    setNote('');
    decision.reset();
    findHeading()?.focus();
  };
  const startEditing = () => {
    setDraft(args);
    // The form shows short arguments whole.
    if (getJsonBytes(args) <= MAX_SEEN_AT_ONCE_BYTES) setHasSeenAll(true);
  };
  const actions: DecisionActions = {
    approve: () =>
      decision.mutate({ verdict: 'approve', note, ...(changes.length > 0 ? { editedArguments: draft } : {}) }),
    reject: () => (isRejecting ? decision.mutate({ verdict: 'reject', note }) : setIsRejecting(true)),
    edit: isEditable(request) && draft === undefined ? startEditing : undefined,
    cancel: draft !== undefined || isRejecting ? cancel : undefined,
  };
  const formProps = { error: decision.error, onDraftChange: setDraft, onInvalidChange: setInvalid };
  const canApprove = hasSeenAll === true && !isInvalid && !isPaused;
  return (
    <>
      {draft === undefined ? (
        <ArgumentList
          name={getKindTexts(request).given}
          value={args}
          onEndReached={() => setHasSeenAll(true)}
          onEndHidden={() => setHasSeenAll((before) => before ?? false)}
        />
      ) : (
        <Suspense fallback={<Loading />}>
          <ArgumentForm schema={request.tool_schema} draft={draft} {...formProps} />
        </Suspense>
      )}
      {changes.length > 0 && <ArgumentDiff before={args} after={draft} />}
      {isRejecting && (
        <RejectionReason note={note} onNoteChange={setNote} onSubmit={actions.reject} request={request} />
      )}
      {decision.error && <DecisionError error={decision.error} />}
      {children}
      <ButtonBar>
        {isExpired ? (
          <p role="status" className="font-medium text-danger">
            {w.approvals.timeOver}
          </p>
        ) : (
          <DecisionButtons
            {...{ request, actions, isRejecting, canApprove, isPaused }}
            changes={changes.length}
            isBusy={decision.isPending}
          />
        )}
        {hasSeenAll === false && !isExpired && <UnseenArgumentsHint />}
      </ButtonBar>
    </>
  );
}

/** Says why approval is disabled, and shows the rest of the arguments. */
function UnseenArgumentsHint() {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {w.approvals.readToEnd}
      <Button isSmall variant="quiet" onClick={scrollToEnd}>
        {w.approvals.toArguments}
      </Button>
    </p>
  );
}

/** Returns whether an approval can replace the requested arguments. */
function isEditable({ kind, approvals_needed }: Approval): boolean {
  return getKindConfig({ kind }).formatApproveLabel !== undefined && approvals_needed === 1;
}

/** Actions available now. Undefined actions are unavailable. */
interface DecisionActions {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly edit: (() => void) | undefined;
  readonly cancel: (() => void) | undefined;
}

interface DecisionButtonsProps {
  readonly request: Approval;
  readonly actions: DecisionActions;
  readonly isRejecting: boolean;
  readonly canApprove: boolean;
  /** Whether the buttons and keys wait, because another request was just decided. */
  readonly isPaused: boolean;
  readonly changes: number;
  readonly isBusy: boolean;
}

/**
 * Renders the decision buttons and registers their keys. Approval takes two keystrokes: A focuses the button, Enter
 * presses it.
 */
function DecisionButtons({ request, actions, isBusy, isPaused, ...props }: DecisionButtonsProps) {
  const { isRejecting, canApprove, changes } = props;
  const { approve, reject, edit, cancel } = actions;
  const texts = getKindTexts(request);
  const { formatApproveLabel } = getKindConfig(request);
  // A key that is held down or pressed twice must not act on the next request.
  const unlessBusy = (run: () => void) => (event: KeyboardEvent) => {
    if (!isBusy && !isPaused && !event.repeat) run();
  };
  const focusApprove = () => (canApprove ? findButton('approve')?.focus() : scrollToEnd());
  const leave = () => (cancel ? cancel() : findHeading()?.focus());
  useShortcuts([
    { key: 'a', description: texts.keys.approve, run: unlessBusy(focusApprove) },
    { key: 'r', description: texts.keys.reject, run: unlessBusy(() => !isRejecting && reject()) },
    { key: 'e', description: w.approvals.keys.edit, run: unlessBusy(() => edit?.()) },
    { key: 'Escape', description: w.approvals.keys.leave, run: unlessBusy(leave) },
  ]);
  return (
    <>
      {!isRejecting && (
        <Button
          variant={IS_APPROVAL_POSITIVE[request.kind] ? 'primary' : 'plain'}
          data-button="approve"
          disabled={!canApprove}
          isPending={isBusy}
          onClick={approve}
        >
          {(changes > 0 && formatApproveLabel?.(changes)) || texts.approve}
        </Button>
      )}
      <Button
        variant={isRejecting ? 'danger' : 'plain'}
        disabled={isBusy || isPaused}
        isPending={isRejecting && isBusy}
        onClick={reject}
      >
        {isRejecting ? texts.confirm : texts.reject}
      </Button>
      {edit && !isRejecting && <Button onClick={edit}>{w.approvals.edit}</Button>}
      {cancel && <Button onClick={cancel}>{isRejecting ? w.ui.cancel : w.approvals.discard}</Button>}
    </>
  );
}

const findButton = (name: string) => document.querySelector<HTMLElement>(`[data-button=${name}]`);
/** Shows the next part of the arguments that is not on screen. */
const scrollToEnd = () => document.querySelector('[data-grows], [data-end]')?.scrollIntoView({ block: 'center' });
const findHeading = () => document.querySelector<HTMLElement>('[data-sentence]');

/** Keeps the buttons at a fixed position. */
function ButtonBar({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-decision-bar
      className="sticky bottom-(--bar-offset) z-10 -mx-4 mt-auto -mb-4 flex flex-wrap items-center gap-2 rounded-b-lg border-t bg-surface px-4 py-3 max-sm:gap-1.5 max-sm:[&>button]:flex-auto max-sm:[&>button]:px-2"
    >
      {children}
    </div>
  );
}

interface RejectionReasonProps {
  readonly note: string;
  readonly onNoteChange: (note: string) => void;
  readonly onSubmit: () => void;
  readonly request: Approval;
}

/** Explains the rejection and takes its reason. */
function RejectionReason({ note, onNoteChange, onSubmit, request }: RejectionReasonProps) {
  const { confirmHint, noteHint } = getKindTexts(request);
  return (
    <>
      <p role="status" className="font-medium text-warning">
        {confirmHint}
      </p>
      <TextareaField
        label={w.approvals.reason}
        hint={noteHint}
        path="decision_note"
        // The user has just asked for this field by key or click.
        autoFocus
        rows={2}
        value={note}
        onChange={(event) => onNoteChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
        }}
      />
    </>
  );
}

function DecisionError({ error }: { readonly error: Error }) {
  const hasFieldErrors = error instanceof ApiError && error.fields.size > 0;
  if (!hasFieldErrors) return <ErrorAlert error={error} />;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-subtle p-3 text-danger">
      <FieldErrorList error={error} />
    </div>
  );
}
