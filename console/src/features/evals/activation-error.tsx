import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatPercent } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { StartEvalDialog } from './start-eval-dialog.tsx';

/** What a revision lacks to pass the release gate. The API sends it with status 409. */
interface MissingRequirement {
  readonly revision_id: string;
  readonly reason: keyof typeof w.evals.missing;
  readonly eval_run_id: string | null;
  readonly pass_rate: number | null;
}

interface GateDetails {
  readonly eval_set_id: string;
  readonly min_pass_rate: number;
  readonly missing: readonly MissingRequirement[];
}

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  /** Error of the last activation. */
  readonly error: unknown;
  readonly isPending: boolean;
  /** Retries the activation and overrides the gate. */
  readonly onOverride: (note: string) => void;
}

/** Shows why an activation failed. For the release gate, it lists what is missing and offers the override. */
export function ActivationError({ subject, revisions, error, isPending, onOverride }: Props) {
  const [gateError, setGateError] = useState<ApiError>();
  const currentGateError = error instanceof ApiError && error.reason === 'RELEASE_GATE' ? error : undefined;
  // After a failed override, the missing requirements stay visible next to the error.
  if (currentGateError && currentGateError !== gateError) setGateError(currentGateError);
  const details = (currentGateError ?? (error || isPending ? gateError : undefined))?.details as
    | GateDetails
    | undefined;
  if (!details) return error ? <ErrorAlert error={error} /> : null;
  return (
    <section
      aria-label={w.evals.gate}
      role="alert"
      className="flex flex-col gap-3 rounded-md border border-warning bg-warning-subtle p-3"
    >
      <p className="font-medium text-warning">{w.evals.keptBack}</p>
      <ul className="flex flex-col gap-2">
        {details.missing.map((missing) => (
          <MissingRequirementItem key={missing.revision_id} {...{ subject, revisions, details, missing }} />
        ))}
      </ul>
      <GateOverride isPending={isPending} error={currentGateError ? undefined : error} onOverride={onOverride} />
    </section>
  );
}

interface MissingRequirementItemProps extends Pick<Props, 'subject' | 'revisions'> {
  readonly details: GateDetails;
  readonly missing: MissingRequirement;
}

function MissingRequirementItem({ subject, revisions, details, missing }: MissingRequirementItemProps) {
  const [isStarting, setIsStarting] = useState(false);
  const { revision_id: id, reason, eval_run_id: evalId, pass_rate: passRate } = missing;
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span>{getRevisionName({ id }, revisions)}</span>
      <span>
        {w.evals.missing[reason]}{' '}
        {passRate !== null &&
          w.evals.tooFew({ rate: formatPercent(passRate), least: formatPercent(details.min_pass_rate) })}
      </span>
      {evalId !== null && (
        <Link
          to="/evals/$kind/$ofId/runs/$evalId"
          params={{ kind: subject.kind, ofId: subject.id, evalId }}
          className="link"
        >
          {w.evals.openEval}
        </Link>
      )}
      {reason !== 'no_set' && (
        <Button isSmall onClick={() => setIsStarting(true)}>
          {w.evals.evaluateIt}
        </Button>
      )}
      {isStarting && (
        <StartEvalDialog
          {...{ subject, revisions }}
          candidateId={id}
          setId={details.eval_set_id}
          onClose={() => setIsStarting(false)}
        />
      )}
    </li>
  );
}

function GateOverride({ isPending, error, onOverride }: Pick<Props, 'isPending' | 'error' | 'onOverride'>) {
  const [note, setNote] = useState('');
  return (
    <details open={error ? true : undefined}>
      <summary className="cursor-pointer">{w.evals.override}</summary>
      <Form className="mt-2 flex flex-col gap-3" onSubmit={() => onOverride(note)}>
        <TextareaField
          label={w.evals.overrideNote}
          hint={w.evals.overrideHint}
          path="release_gate_override"
          error={error}
          required
          maxLength={2000}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {error ? <ErrorAlert error={error} permissionHint={w.evals.gateOwners} /> : null}
        <div>
          <Button type="submit" variant="danger" isPending={isPending}>
            {w.evals.overrideNow}
          </Button>
        </div>
      </Form>
    </details>
  );
}
