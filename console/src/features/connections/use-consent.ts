import { useEffect, useRef, useState } from 'react';
import { type Came, hear } from './consent-channel.ts';

/** Milliseconds after which the API takes nobody back. */
const LIFETIME_MS = 600_000;
const LOOK_MS = 500;

/** How far a consent is: what nobody can be told to come back from waits, whatever became of the window. */
export type Consent =
  | { readonly is: 'idle' | 'starting' | 'waiting' | 'out-of-sight' | 'late' | 'granted' }
  | { readonly is: 'blocked'; readonly url: string }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'refused'; readonly came: Came };

const WAITS: readonly Consent['is'][] = ['waiting', 'out-of-sight', 'blocked'];

/** The consent of a person in a window of its own: `begin` answers where they go, and what comes of it comes back here. */
export function useConsent(id: string, begin: () => Promise<string>, onGranted: () => void) {
  const [consent, setConsent] = useState<Consent>({ is: 'idle' });
  const popup = useRef<Window | null>(null);
  const granted = useRef(onGranted);
  granted.current = onGranted;
  const waits = WAITS.includes(consent.is);
  useEffect(() => {
    if (!waits) return;
    const end = (next: Consent) => {
      popup.current?.close();
      setConsent(next);
    };
    const deaf = hear(id, (came) => {
      if (came.error !== undefined) return end({ is: 'refused', came });
      end({ is: 'granted' });
      granted.current();
    });
    const looking = setInterval(() => {
      if (popup.current?.closed) setConsent((now) => (now.is === 'waiting' ? { is: 'out-of-sight' } : now));
    }, LOOK_MS);
    const late = setTimeout(() => end({ is: 'late' }), LIFETIME_MS);
    return () => {
      deaf();
      clearInterval(looking);
      clearTimeout(late);
    };
  }, [waits, id]);

  /** Belongs into a click: a browser lets no other code open a window. */
  const start = async () => {
    popup.current?.close();
    const opened = window.open('', '_blank', 'popup,width=560,height=760');
    setConsent({ is: 'starting' });
    try {
      const url = webAddress(await begin());
      popup.current = opened;
      if (!opened) return setConsent({ is: 'blocked', url });
      // The page of somebody else must not lead this one elsewhere.
      opened.opener = null;
      opened.location.href = url;
      setConsent({ is: 'waiting' });
    } catch (error) {
      opened?.close();
      setConsent({ is: 'failed', error });
    }
  };
  const stop = () => {
    popup.current?.close();
    setConsent({ is: 'idle' });
  };
  return { consent, start, stop, show: () => popup.current?.focus() };
}

/** An address as it is where it is one of the web: another one could be a script that runs as this page. */
function webAddress(text: string): string {
  if (!['https:', 'http:'].includes(new URL(text).protocol)) throw new Error(text);
  return text;
}
