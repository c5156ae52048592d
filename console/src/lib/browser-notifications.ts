import { PROJECT } from '../../../client/prefixes.ts';
import { get } from './api.ts';
import type { Counts } from './live-changes.ts';
import type { Scope } from './session.ts';
import { getStored, setStored } from './storage.ts';

/** Interval at which a hidden tab asks for the pending requests. It has no stream, see `live-changes.ts`. */
const POLL_INTERVAL_MS = 60_000;
const STORAGE_KEY = 'notifyPending';

/** Whether the browser has notifications. It has none without a secure context. */
export const HAS_NOTIFICATIONS = 'Notification' in globalThis && isSecureContext;

/** Whether the user wants notifications in this browser, and the browser allows them. */
export function isNotifying(): boolean {
  return HAS_NOTIFICATIONS && Notification.permission === 'granted' && getStored(STORAGE_KEY) === 'on';
}

/** Enables or disables notifications in this browser. Returns whether they are on: the user may refuse them. */
export async function setNotifying(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && HAS_NOTIFICATIONS && (await Notification.requestPermission()) === 'granted';
  setStored(STORAGE_KEY, isAllowed ? 'on' : undefined);
  return isAllowed;
}

interface Options {
  readonly project: Scope;
  /** Number of pending requests when the tab was hidden. */
  readonly pending: number;
  readonly onCounts: (counts: Counts) => void;
  /** Returns the text for a number of pending requests. */
  readonly formatText: (pending: number) => string;
}

/** Notifies the user of further pending requests until the returned function is called. */
export function notifyWhileHidden({ project, pending, onCounts, formatText }: Options): () => void {
  let known = pending;
  const poll = async () => {
    const { counts } = await get(`${PROJECT}/changes`, { params: { path: { ...project } } });
    const current = counts.approval_request?.pending ?? 0;
    if (current > known) {
      // A later notification replaces an earlier one.
      const notification = new Notification('Holdfast', {
        body: formatText(current),
        tag: 'pending',
        icon: '/icon-192.png',
      });
      notification.onclick = () => {
        notification.close();
        window.focus();
      };
    }
    known = current;
    onCounts(counts);
  };
  // A failed poll is repeated by the next one.
  const timer = setInterval(() => void poll().catch(() => {}), POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}
