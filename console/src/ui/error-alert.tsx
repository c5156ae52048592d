import { getErrorMessage } from '../../../src/platform/error-message.ts';
import { ApiError, isSignedOut, NO_RESPONSE } from '../lib/api-error.ts';
import { findReasonText } from '../lib/messages.ts';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { ServerText } from './reason-text.tsx';
import { showToast } from './toast.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Text before the error, for example `What was read before is still shown.` */
  readonly intro?: string | undefined;
  /** Names the required role if a permission is missing. */
  readonly permissionHint?: string;
}

function getStatusText(status: number): string {
  if (status === NO_RESPONSE) return w.failure.noAnswer;
  if (status === 403) return w.failure.forbidden;
  if (status === 404) return w.failure.missing;
  if (status === 429) return w.failure.tooMany;
  return status >= 500 ? w.failure.broken : w.failure.refused;
}

/** Prefers the text of the reason. Permission, not-found and server errors read the same everywhere. */
function getErrorTitle({ status, reason, details }: ApiError): string {
  const isRequestError = status >= 400 && status < 500 && ![401, 403, 404, 429].includes(status);
  return (isRequestError ? findReasonText(reason, details) : undefined) ?? getStatusText(status);
}

/** Returns a one-line error message for toasts. */
export function toErrorSummary(error: unknown): string {
  if (!(error instanceof ApiError)) return getErrorMessage(error);
  const fields = [...error.fields.values()].join(' ');
  return findReasonText(error.reason, error.details) || fields || error.message || getStatusText(error.status);
}

/** Names the role to ask for, by the resource that the permission applies to. */
function findRequiredRoleText({ details }: ApiError): string | undefined {
  const { type } = (details?.resource ?? {}) as { readonly type?: string };
  if (type === undefined || type === 'user' || type === 'system') return undefined;
  return type === 'organization' || type === 'project' ? w.failure.takesRole[type] : w.failure.takesRole.thing;
}

/** Shows an error toast, for actions without a form or section of their own. */
export function showErrorToast(error: unknown): void {
  if (!isSignedOut(error)) showToast(toErrorSummary(error), 'bad');
}

/** Lists the validation errors of a request by field. */
export function FieldErrorList({ error }: { readonly error: ApiError }) {
  return [...error.fields].map(([path, message]) => (
    <p key={path} className="break-words">
      <code className="font-mono text-sm">{path}</code> {message}
    </p>
  ));
}

/**
 * Shows an error with its reason, message, request ID and a retry button. Renders nothing for an expired session,
 * because the page then asks the user to sign in again.
 */
export function ErrorAlert({ error, onRetry, intro, permissionHint }: Props) {
  if (isSignedOut(error)) return null;
  const apiError = error instanceof ApiError ? error : undefined;
  return (
    <div
      role="alert"
      className="flex flex-col gap-2 rounded-lg border border-danger/40 bg-danger-subtle p-3 text-danger"
    >
      <p className="font-medium">{apiError ? getErrorTitle(apiError) : w.failure.unforeseen}</p>
      {intro && <p>{intro}</p>}
      {apiError?.status === 403 && <p>{permissionHint ?? findRequiredRoleText(apiError)}</p>}
      {apiError && apiError.fields.size > 0 ? (
        <FieldErrorList error={apiError} />
      ) : (
        <p className="break-words">
          {apiError?.reason && <code className="me-2 font-mono text-sm">{apiError.reason}</code>}
          <ServerText text={apiError ? apiError.message : String((error as Error | undefined)?.message ?? error)} />
        </p>
      )}
      {apiError?.requestId && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {w.failure.requestId} <Copyable text={apiError.requestId} />
        </p>
      )}
      {onRetry && (
        <div>
          <Button isSmall onClick={onRetry}>
            {w.ui.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
