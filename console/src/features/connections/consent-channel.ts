/** How the window of a consent tells the page that opened it what came of it; both are of this console. */
const CHANNEL = 'holdfast-consent';

/** What came of a consent. */
export interface Came {
  /** What was to be connected, by id; undefined where the window can't know, as when it came back too late. */
  readonly of: string | undefined;
  readonly error: string | undefined;
  readonly description: string | undefined;
}

/** Where a consent comes back to. */
export const cameBackAt = (id: string): string => `/connected?of=${encodeURIComponent(id)}`;

export function tell(came: Came): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(came);
  channel.close();
}

/** Hears what comes of a consent that is waited for; answers how to stop. */
export function hear(id: string, told: (came: Came) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Came>) => {
    if (data.of === undefined || data.of === id) told(data);
  };
  return () => channel.close();
}
