import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { tell } from './consent-channel.ts';
import { sayRefusal } from './refusal.ts';

const route = getRouteApi('/connected');

/** Where the window of a consent ends: it tells the page that waits, and the person where none does. */
export default function Connected() {
  const { of, error, error_description: description } = route.useSearch();
  useEffect(() => tell({ of, error, description }), [of, error, description]);
  return (
    <StandalonePage title={error === undefined ? w.connections.granted : w.connections.notGranted}>
      {error === undefined ? (
        <StatusBadge tone="good">{w.connections.connected}</StatusBadge>
      ) : (
        <p role="alert" dir="auto" className="break-words">
          {sayRefusal({ of, error, description })}
        </p>
      )}
      <p className="text-muted">{w.connections.backToPage}</p>
      <Button onClick={() => window.close()}>{w.connections.closeWindow}</Button>
    </StandalonePage>
  );
}
