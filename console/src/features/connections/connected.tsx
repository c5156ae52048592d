import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Status } from '../../ui/status.tsx';
import { w } from '../../words/index.ts';
import { tell } from './consent-channel.ts';
import { sayRefusal } from './refusal.ts';

const route = getRouteApi('/connected');

/** Where the window of a consent ends: it tells the page that waits, and the person where none does. */
export default function Connected() {
  const { of, error, error_description: description } = route.useSearch();
  useEffect(() => tell({ of, error, description }), [of, error, description]);
  return (
    <Frame title={error === undefined ? w.connections.granted : w.connections.notGranted}>
      {error === undefined ? (
        <Status tone="good">{w.connections.connected}</Status>
      ) : (
        <p role="alert" dir="auto" className="break-words">
          {sayRefusal({ of, error, description })}
        </p>
      )}
      <p className="text-quiet">{w.connections.backToPage}</p>
      <Button onClick={() => window.close()}>{w.connections.closeWindow}</Button>
    </Frame>
  );
}
