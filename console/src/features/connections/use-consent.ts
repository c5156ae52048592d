import { useEffect, useRef, useState } from 'react';
import { type ConsentResult, subscribeToConsentResult } from './consent-channel.ts';

/** Lifetime of a consent in milliseconds, as the API sets it. */
const CONSENT_LIFETIME_MS = 600_000;
const WINDOW_POLL_INTERVAL_MS = 500;

/** State of a consent. A closed window does not end it: the provider may still redirect. */
export type Consent =
  | { readonly state: 'idle' | 'starting' | 'waiting' | 'out-of-sight' | 'late' | 'granted' }
  | { readonly state: 'blocked'; readonly url: string }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'refused'; readonly result: ConsentResult };

const PENDING_STATES: readonly Consent['state'][] = ['waiting', 'out-of-sight', 'blocked'];

/** Runs a consent in its own window. `startConsent` returns the address of the provider's page. */
export function useConsent(id: string, startConsent: () => Promise<string>, onGranted: () => void) {
  const [consent, setConsent] = useState<Consent>({ state: 'idle' });
  const popupRef = useRef<Window | null>(null);
  const onGrantedRef = useRef(onGranted);
  onGrantedRef.current = onGranted;
  const isPending = PENDING_STATES.includes(consent.state);
  useEffect(() => {
    if (!isPending) return;
    const finish = (next: Consent) => {
      popupRef.current?.close();
      setConsent(next);
    };
    const unsubscribe = subscribeToConsentResult(id, (result) => {
      if (result.error !== undefined) return finish({ state: 'refused', result });
      finish({ state: 'granted' });
      onGrantedRef.current();
    });
    const poll = setInterval(() => {
      if (popupRef.current?.closed)
        setConsent((current) => (current.state === 'waiting' ? { state: 'out-of-sight' } : current));
    }, WINDOW_POLL_INTERVAL_MS);
    const timeout = setTimeout(() => finish({ state: 'late' }), CONSENT_LIFETIME_MS);
    return () => {
      unsubscribe();
      clearInterval(poll);
      clearTimeout(timeout);
    };
  }, [isPending, id]);

  /** Must run in a click handler: browsers block windows that other code opens. */
  const start = async () => {
    popupRef.current?.close();
    const newWindow = window.open('', '_blank', 'popup,width=560,height=760');
    setConsent({ state: 'starting' });
    try {
      const url = assertWebUrl(await startConsent());
      popupRef.current = newWindow;
      if (!newWindow) return setConsent({ state: 'blocked', url });
      // The provider's page must not navigate this one.
      newWindow.opener = null;
      newWindow.location.href = url;
      setConsent({ state: 'waiting' });
    } catch (error) {
      newWindow?.close();
      setConsent({ state: 'failed', error });
    }
  };
  const stop = () => {
    popupRef.current?.close();
    setConsent({ state: 'idle' });
  };
  return { consent, start, stop, show: () => popupRef.current?.focus() };
}

/** Returns the URL if it is http or https. Another scheme could run a script on this page. */
function assertWebUrl(text: string): string {
  if (!['https:', 'http:'].includes(new URL(text).protocol)) throw new Error(text);
  return text;
}
