import { Button, getButtonClassName } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import { formatConsentError } from './consent-channel.ts';
import { type Consent, useConsent } from './use-consent.ts';

interface Props {
  /** ID of the connection. */
  readonly id: string;
  /** Starts the consent. Returns the address of the provider's consent page. */
  readonly startConsent: () => Promise<string>;
  readonly onGranted: () => void;
  /** Whether a user has consented before. */
  readonly isRepeated: boolean;
}

/** Starts the consent in its own window and shows its progress and result. */
export function ConsentButton({ id, startConsent, onGranted, isRepeated }: Props) {
  const { consent, start, stop, show: focusWindow } = useConsent(id, startConsent, onGranted);
  const isPending = consent.state === 'waiting' || consent.state === 'out-of-sight';
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isRepeated ? 'plain' : 'primary'}
          isPending={consent.state === 'starting'}
          onClick={() => void start()}
        >
          {isPending ? w.connections.startOver : isRepeated ? w.connections.authorizeAgain : w.connections.authorize}
        </Button>
        {consent.state === 'waiting' && <Button onClick={focusWindow}>{w.connections.showWindow}</Button>}
        {isPending && (
          <Button variant="quiet" onClick={stop}>
            {w.ui.cancel}
          </Button>
        )}
      </div>
      <ConsentStatus consent={consent} />
    </div>
  );
}

function ConsentStatus({ consent }: { readonly consent: Consent }) {
  if (consent.state === 'failed') return <ErrorAlert error={consent.error} />;
  if (consent.state === 'blocked')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2">
        {w.connections.popupBlocked}
        <a href={consent.url} target="_blank" rel="noopener noreferrer" className={getButtonClassName('primary', true)}>
          {w.connections.openWindow}
        </a>
      </p>
    );
  if (consent.state === 'refused') return <ConsentError>{formatConsentError(consent.result)}</ConsentError>;
  if (consent.state === 'late') return <ConsentError>{w.connections.authorizationExpired}</ConsentError>;
  const text = {
    idle: '',
    starting: w.connections.starting,
    waiting: w.connections.continueInWindow,
    'out-of-sight': w.connections.windowSilent,
    granted: w.connections.granted,
  }[consent.state];
  return (
    <p role="status" className="text-muted">
      {text}
    </p>
  );
}

function ConsentError({ children }: { readonly children: string }) {
  return (
    <p role="alert" dir="auto" className="max-w-prose rounded-md bg-danger-subtle px-3 py-2 break-words text-danger">
      {children}
    </p>
  );
}
