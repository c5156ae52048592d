import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/time.ts';
import { formatWait, hasWaitFacts } from '../../lib/waits.ts';
import { getButtonClassName } from '../../ui/button.tsx';
import { joinClassNames } from '../../ui/class-names.ts';
import { CircleX, Hourglass } from '../../ui/icons.ts';
import { ReasonText, ServerText } from '../../ui/reason-text.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { findFix } from '../home/fixes.ts';
import type { AgentRun } from './queries.ts';
import { WAIT_ACTS } from './wait-acts.ts';

interface Props {
  readonly run: Pick<AgentRun, 'waiting_for' | 'error'>;
  /** The action of this page that ends the wait or repeats the run. */
  readonly action?: ReactNode;
}

/** Says why a run waits or failed, with the action that fixes it. */
export function RunReason({ run: { waiting_for: waiting, error }, action }: Props) {
  if (error)
    return (
      <Notice tone="bad" cause={error.reason} action={action}>
        <ReasonText {...error} />
      </Notice>
    );
  if (!waiting) return null;
  return (
    <Notice tone="warn" cause={WAIT_ACTS[waiting.kind].cause} action={action}>
      <WaitText waiting={waiting} />
    </Notice>
  );
}

interface NoticeProps {
  readonly tone: 'warn' | 'bad';
  readonly cause: string | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Notice({ tone, cause, action, children }: NoticeProps) {
  const fix = cause === undefined ? undefined : findFix(cause);
  const Icon = tone === 'bad' ? CircleX : Hourglass;
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={joinClassNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-3 py-2',
        tone === 'bad'
          ? 'border-danger/40 bg-danger-subtle text-danger'
          : 'border-warning/40 bg-warning-subtle text-warning',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {fix && (
        <Link to={fix.to} className={getButtonClassName('plain', true)}>
          {w.home.fixes[fix.name]}
        </Link>
      )}
      {action}
    </div>
  );
}

function WaitText({ waiting }: { readonly waiting: NonNullable<AgentRun['waiting_for']> }) {
  const now = useNow();
  const { detail, detail_code, detail_params, since, until } = waiting;
  return (
    <p>
      <strong className="font-medium">{formatWait(waiting)}</strong>
      {hasWaitFacts(waiting) && <ServerText text={detail} code={detail_code} params={detail_params} />} ·{' '}
      {formatDuration(Math.max(0, now - Date.parse(since)))}
      {until && (
        <>
          {' '}
          · {w.runs.until} <Time at={until} />
        </>
      )}
    </p>
  );
}
