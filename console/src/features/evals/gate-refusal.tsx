import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatPercent } from '../../lib/numbers.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextareaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { StartEval } from './start.tsx';

/** What a revision lacks of what the gate asks for, as a 409 tells it. */
interface Missing {
  readonly revision_id: string;
  readonly reason: keyof typeof w.evals.missing;
  readonly eval_run_id: string | null;
  readonly pass_rate: number | null;
}

interface Told {
  readonly eval_set_id: string;
  readonly min_pass_rate: number;
  readonly missing: readonly Missing[];
}

interface Props {
  readonly subject: Subject;
  readonly revisions: readonly SubjectRevision[];
  /** What having a revision serve was refused with. */
  readonly error: unknown;
  readonly busy: boolean;
  /** Tries the same again in spite of the gate. */
  readonly onOverride: (note: string) => void;
}

/**
 * Why a revision was not let serve: what the release gate lacks, the way to get it, and the way past it for owners; any other
 * refusal as it is. Shared by the activation of agents and of tasks.
 */
export function ActivationRefused({ subject, revisions, error, busy, onOverride }: Props) {
  const [refused, setRefused] = useState<ApiError>();
  const gate = error instanceof ApiError && error.reason === 'RELEASE_GATE' ? error : undefined;
  // A refused override leaves what is missing to be seen, beside what it was refused with.
  if (gate && gate !== refused) setRefused(gate);
  const told = (gate ?? (error || busy ? refused : undefined))?.details as Told | undefined;
  if (!told) return error ? <ErrorAlert error={error} /> : null;
  return (
    <section
      aria-label={w.evals.gate}
      role="alert"
      className="flex flex-col gap-3 rounded-md border border-warning bg-warning-subtle p-3"
    >
      <p className="font-medium text-warning">{w.evals.keptBack}</p>
      <ul className="flex flex-col gap-2">
        {told.missing.map((missing) => (
          <Lack key={missing.revision_id} {...{ subject, revisions, told, missing }} />
        ))}
      </ul>
      <Override busy={busy} error={gate ? undefined : error} onOverride={onOverride} />
    </section>
  );
}

interface LackProps extends Pick<Props, 'subject' | 'revisions'> {
  readonly told: Told;
  readonly missing: Missing;
}

function Lack({ subject, revisions, told, missing }: LackProps) {
  const [starting, setStarting] = useState(false);
  const { revision_id: id, reason, eval_run_id: evalId, pass_rate: rate } = missing;
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span>{toRevisionLabel({ id })}</span>
      <span>
        {w.evals.missing[reason]}{' '}
        {rate !== null && w.evals.tooFew(formatPercent(rate), formatPercent(told.min_pass_rate))}
      </span>
      {evalId !== null && (
        <Link
          to="/evals/$kind/$ofId/runs/$evalId"
          params={{ kind: subject.kind, ofId: subject.id, evalId }}
          className="text-accent underline"
        >
          {w.evals.openEval}
        </Link>
      )}
      {reason !== 'no_set' && (
        <Button isSmall onClick={() => setStarting(true)}>
          {w.evals.evaluateIt}
        </Button>
      )}
      {starting && (
        <StartEval
          {...{ subject, revisions }}
          candidate={id}
          set={told.eval_set_id}
          onClose={() => setStarting(false)}
        />
      )}
    </li>
  );
}

function Override({ busy, error, onOverride }: Pick<Props, 'busy' | 'error' | 'onOverride'>) {
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
          <Button type="submit" variant="danger" isPending={busy}>
            {w.evals.overrideNow}
          </Button>
        </div>
      </Form>
    </details>
  );
}
