import { Failure, isSignedOut, NO_ANSWER } from '../lib/failure.ts';
import { sayMessage, sayReason } from '../lib/messages.ts';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { ServerText } from './problem.tsx';
import { toast } from './toast.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Said before what went wrong: `What was read before is still shown.` */
  readonly lead?: string | undefined;
  /** Said where a right is missing: which role has it. */
  readonly needs?: string;
}

function sayStatus(status: number): string {
  if (status === NO_ANSWER) return w.failure.noAnswer;
  if (status === 403) return w.failure.forbidden;
  if (status === 404) return w.failure.missing;
  if (status === 429) return w.failure.tooMany;
  return status >= 500 ? w.failure.broken : w.failure.refused;
}

/** What a reason says more than the status does; what is missing, forbidden or broken is said the same everywhere. */
function sayFailure({ status, reason, told }: Failure): string {
  const isOfRequest = status >= 400 && status < 500 && ![401, 403, 404, 429].includes(status);
  return (isOfRequest ? sayReason(reason, told) : undefined) ?? sayStatus(status);
}

/** What went wrong in one line, for news that go by themselves. */
export function sayShortly(error: unknown): string {
  if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error);
  const fields = [...error.fields.values()].join(' ');
  const said = sayReason(error.reason, error.told) ?? (fields || sayMessage({ msg: error.message }));
  return said || error.message || sayStatus(error.status);
}

/** Whose roles count where a right is missing, by what the API says the right is held on. */
function sayWhoMay({ told }: Failure): string | undefined {
  const { type } = (told?.resource ?? {}) as { readonly type?: string };
  if (type === undefined || type === 'user' || type === 'system') return undefined;
  return type === 'organization' || type === 'project' ? w.failure.takesRole[type] : w.failure.takesRole.thing;
}

/** Tells of what went wrong with something that has no place of its own on the page. */
export function tellFailure(error: unknown): void {
  if (!isSignedOut(error)) toast(sayShortly(error), 'bad');
}

/** What is wrong with each field of what was sent. */
export function RefusedFields({ of }: { readonly of: Failure }) {
  return [...of.fields].map(([at, message]) => (
    <p key={at} className="break-words">
      <code className="font-mono text-sm">{at}</code> {message}
    </p>
  ));
}

/**
 * What went wrong: reason, message, the request's id to ask about, and the way to try again. A session that ended is no
 * failure of what was tried: the page asks to sign in, and then it can be tried as it stands.
 */
export function Failed({ error, onRetry, lead, needs }: Props) {
  if (isSignedOut(error)) return null;
  const failure = error instanceof Failure ? error : undefined;
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-bad bg-bad-ground p-3 text-bad">
      <p className="font-medium">{failure ? sayFailure(failure) : w.failure.unforeseen}</p>
      {lead && <p>{lead}</p>}
      {failure?.status === 403 && <p>{needs ?? sayWhoMay(failure)}</p>}
      {failure && failure.fields.size > 0 ? (
        <RefusedFields of={failure} />
      ) : (
        <p className="break-words">
          {failure?.reason && <code className="me-2 font-mono text-sm">{failure.reason}</code>}
          <ServerText text={failure ? failure.message : String((error as Error | undefined)?.message ?? error)} />
        </p>
      )}
      {failure?.requestId && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {w.failure.requestId} <Copyable text={failure.requestId} />
        </p>
      )}
      {onRetry && (
        <div>
          <Button small onClick={onRetry}>
            {w.ui.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
