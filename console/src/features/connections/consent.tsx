import { Button, getButtonClassName } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { w } from '../../words/index.ts';
import { sayRefusal } from './refusal.ts';
import { type Consent, useConsent } from './use-consent.ts';

interface Props {
  /** Id of what is connected. */
  readonly id: string;
  /** Begins; answers where the person goes. */
  readonly begin: () => Promise<string>;
  readonly onGranted: () => void;
  /** Whether somebody consented before. */
  readonly again: boolean;
}

/** The way to consent at a service, in a window of its own, and what came of it. */
export function ConsentAct({ id, begin, onGranted, again }: Props) {
  const { consent, start, stop, show } = useConsent(id, begin, onGranted);
  const waits = consent.is === 'waiting' || consent.is === 'out-of-sight';
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant={again ? 'plain' : 'primary'}
          isPending={consent.is === 'starting'}
          onClick={() => void start()}
        >
          {waits ? w.connections.beginAgain : again ? w.connections.consentAgain : w.connections.consent}
        </Button>
        {consent.is === 'waiting' && <Button onClick={show}>{w.connections.showWindow}</Button>}
        {waits && (
          <Button variant="quiet" onClick={stop}>
            {w.ui.cancel}
          </Button>
        )}
      </div>
      <Told consent={consent} />
    </div>
  );
}

/** What a person is told of each state; the announcements are read out. */
function Told({ consent }: { readonly consent: Consent }) {
  if (consent.is === 'failed') return <ErrorAlert error={consent.error} />;
  if (consent.is === 'blocked')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2">
        {w.connections.blocked}
        <a href={consent.url} target="_blank" rel="noopener noreferrer" className={getButtonClassName('primary', true)}>
          {w.connections.openWindow}
        </a>
      </p>
    );
  if (consent.is === 'refused') return <Refusal>{sayRefusal(consent.came)}</Refusal>;
  if (consent.is === 'late') return <Refusal>{w.connections.tooLate}</Refusal>;
  const said = {
    idle: '',
    starting: w.connections.starting,
    waiting: w.connections.waits,
    'out-of-sight': w.connections.outOfSight,
    granted: w.connections.granted,
  }[consent.is];
  return (
    <p role="status" className="text-muted">
      {said}
    </p>
  );
}

function Refusal({ children }: { readonly children: string }) {
  return (
    <p role="alert" dir="auto" className="max-w-prose rounded-md bg-danger-subtle px-3 py-2 break-words text-danger">
      {children}
    </p>
  );
}
