import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, FieldErrorList } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { ArgumentList, SEEN_AT_ONCE } from './argument-list.tsx';
import { changesBetween, sizeOf } from './changes.ts';
import { DiffView } from './diff-view.tsx';
import { EditForm } from './edit-form.tsx';
import { YES_IS_GOOD } from './kind.ts';
import { kindOf, wordsOf } from './kinds.ts';
import type { Approval } from './queries.ts';
import { useTimeLeft } from './signs.tsx';
import { useDecision } from './use-decision.ts';

type Values = Readonly<Record<string, unknown>>;

/** Arguments in full, what else helps to decide, and the buttons below, for somebody who may decide now. */
export function Decide({ request, children }: { readonly request: Approval; readonly children: ReactNode }) {
  const given = request.arguments as Values;
  const [draft, setDraft] = useState<Values>();
  const [broken, setBroken] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const [seen, setSeen] = useState(() => sizeOf(given) <= SEEN_AT_ONCE);
  const [note, setNote] = useState('');
  const decision = useDecision(request);
  const left = useTimeLeft(request);
  const timeOver = left !== undefined && left <= 0;
  const changes = draft === undefined ? [] : changesBetween(given, draft);
  const leave = () => {
    setDraft(undefined);
    setBroken(false);
    setRejecting(false);
    // A reason for a refusal is no note on what is approved after all.
    setNote('');
    decision.reset();
    heading()?.focus();
  };
  const acts: ActsOf = {
    approve: () => decision.mutate({ verdict: 'approve', note, ...(changes.length > 0 ? { edited: draft } : {}) }),
    reject: () => (rejecting ? decision.mutate({ verdict: 'reject', note }) : setRejecting(true)),
    edit: isEditable(request) && draft === undefined ? () => setDraft(given) : undefined,
    leave: draft !== undefined || rejecting ? leave : undefined,
  };
  const form = { schema: request.tool_schema, error: decision.error, onDraft: setDraft, onBroken: setBroken };
  const mayApprove = seen && !broken;
  return (
    <>
      {draft === undefined ? (
        <ArgumentList name={wordsOf(request).given} value={given} onSeen={() => setSeen(true)} />
      ) : (
        <EditForm draft={draft} {...form} />
      )}
      {changes.length > 0 && <DiffView before={given} after={draft} />}
      {rejecting && <Reason note={note} onNote={setNote} request={request} />}
      {decision.error && <DecisionFailed error={decision.error} />}
      {children}
      <Buttons>
        {timeOver ? (
          <p role="status" className="font-medium text-danger">
            {w.approvals.timeOver}
          </p>
        ) : (
          <Acts {...{ request, acts, rejecting, mayApprove }} changes={changes.length} busy={decision.isPending} />
        )}
        {!seen && <p className="text-sm text-muted">{w.approvals.readToEnd}</p>}
      </Buttons>
    </>
  );
}

/** Whether a decision may put other arguments in place of those that were asked for. */
function isEditable({ kind, approvals_needed }: Approval): boolean {
  return kindOf({ kind }).approveWith !== undefined && approvals_needed === 1;
}

/** What can be done now; undefined for what can't. */
interface ActsOf {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly edit: (() => void) | undefined;
  readonly leave: (() => void) | undefined;
}

interface ActsProps {
  readonly request: Approval;
  readonly acts: ActsOf;
  readonly rejecting: boolean;
  readonly mayApprove: boolean;
  readonly changes: number;
  readonly busy: boolean;
}

/** The buttons and their keys. Approving takes two strokes: A goes to the button, Enter presses it. */
function Acts({ request, acts, rejecting, mayApprove, changes, busy }: ActsProps) {
  const { approve, reject, edit, leave } = acts;
  const words = wordsOf(request);
  const { approveWith } = kindOf(request);
  useShortcuts([
    { key: 'a', description: words.keys.approve, run: () => buttonOf('approve')?.focus() },
    { key: 'r', description: words.keys.reject, run: () => !rejecting && reject() },
    { key: 'e', description: w.approvals.keys.edit, run: () => edit?.() },
    { key: 'Escape', description: w.approvals.keys.leave, run: () => (leave ? leave() : heading()?.focus()) },
  ]);
  return (
    <>
      {!rejecting && (
        <Button
          variant={YES_IS_GOOD[request.kind] ? 'primary' : 'plain'}
          data-button="approve"
          disabled={!mayApprove}
          isPending={busy}
          onClick={approve}
        >
          {(changes > 0 && approveWith?.(changes)) || words.approve}
        </Button>
      )}
      <Button variant={rejecting ? 'danger' : 'plain'} isPending={rejecting && busy} onClick={reject}>
        {rejecting ? words.confirm : words.reject}
      </Button>
      {edit && !rejecting && <Button onClick={edit}>{w.approvals.edit}</Button>}
      {leave && <Button onClick={leave}>{rejecting ? w.ui.cancel : w.approvals.discard}</Button>}
    </>
  );
}

const buttonOf = (name: string) => document.querySelector<HTMLElement>(`[data-button=${name}]`);
const heading = () => document.querySelector<HTMLElement>('[data-sentence]');

/** The buttons, always in the same place. */
function Buttons({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 max-sm:bottom-[var(--toast-height,0px)] z-10 -mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-3">
      {children}
    </div>
  );
}

interface ReasonProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly request: Approval;
}

/** What pressing the button once more does, and room to say why. */
function Reason({ note, onNote, request }: ReasonProps) {
  const { confirmHint, noteHint } = wordsOf(request);
  return (
    <>
      <p role="status" className="font-medium text-warning">
        {confirmHint}
      </p>
      <TextareaField
        label={w.approvals.reason}
        hint={noteHint}
        path="decision_note"
        // Asked for by a key or a click just now: this is what the person wants to write.
        autoFocus
        rows={2}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </>
  );
}

function DecisionFailed({ error }: { readonly error: Error }) {
  const shown = error instanceof ApiError && error.fields.size > 0;
  if (!shown) return <ErrorAlert error={error} />;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-subtle p-3 text-danger">
      <FieldErrorList error={error} />
    </div>
  );
}
