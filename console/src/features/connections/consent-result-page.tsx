import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { formatConsentError, publishConsentResult } from './consent-channel.ts';

const route = getRouteApi('/connected');

/** Landing page of the consent window. It reports the result to the page that opened it, and shows it for the user. */
export default function ConsentResultPage() {
  const { of: connectionId, error, error_description: errorDescription } = route.useSearch();
  // A user who opens the address by hand has authorized nothing.
  const isIncomplete = connectionId === undefined && error === undefined;
  useEffect(() => {
    if (!isIncomplete) publishConsentResult({ connectionId, error, description: errorDescription });
  }, [isIncomplete, connectionId, error, errorDescription]);
  if (isIncomplete) return <IncompleteResult />;
  return (
    <StandalonePage title={error === undefined ? w.connections.granted : w.connections.notGranted}>
      {error === undefined ? (
        <p>
          <StatusBadge tone="good">{w.connections.connected}</StatusBadge>
        </p>
      ) : (
        <p role="alert" dir="auto" className="break-words">
          {formatConsentError({ connectionId, error, description: errorDescription })}
        </p>
      )}
      <p className="text-muted">{w.connections.backToPage}</p>
      <Button onClick={() => window.close()}>{w.connections.closeWindow}</Button>
    </StandalonePage>
  );
}

/** Says what the address lacks, and where an authorization starts. */
function IncompleteResult() {
  return (
    <StandalonePage title={w.connections.notGranted}>
      <p role="alert">{w.connections.resultIncomplete}</p>
      <Link to="/connections" className={getButtonClassName()}>
        {w.connections.openConnections}
      </Link>
    </StandalonePage>
  );
}
