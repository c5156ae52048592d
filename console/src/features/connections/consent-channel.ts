import { w } from '../../words/index.ts';

/** Broadcast channel between the consent window and the page that opened it. */
const CHANNEL = 'holdfast-consent';

/** Result of a consent. */
export interface ConsentResult {
  /** ID of the connection. Undefined where the provider returned too late for the API to know it. */
  readonly connectionId: string | undefined;
  readonly error: string | undefined;
  readonly description: string | undefined;
}

/** Returns the path that the provider redirects to after the consent. */
export const getConsentRedirectPath = (id: string): string => `/connected?of=${encodeURIComponent(id)}`;

export function publishConsentResult(result: ConsentResult): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(result);
  channel.close();
}

/** Listens for the result of a consent. Returns a function that stops listening. */
export function subscribeToConsentResult(id: string, onResult: (result: ConsentResult) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ConsentResult>) => {
    if (data.connectionId === undefined || data.connectionId === id) onResult(data);
  };
  return () => channel.close();
}

/** Returns the error message of a failed consent, including the provider's description. */
export function formatConsentError({ connectionId, error = '', description = error }: ConsentResult): string {
  // Only a late return has no connection ID.
  if (connectionId === undefined) return w.connections.authorizationExpired;
  const isDenied = `${error} ${description}`.includes('access_denied');
  return isDenied
    ? `${w.connections.denied} ${w.connections.authorizationFailed({ said: description })}`
    : w.connections.authorizationFailed({ said: description });
}
