import type { Query, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PROJECT } from '../../../client/prefixes.ts';
import { w } from '../words/index.ts';
import { get, type Schemas } from './api.ts';
import { ApiError } from './api-error.ts';
import { isNotifying, notifyWhileHidden } from './browser-notifications.ts';
import { queryClient } from './query-client.ts';
import { checkForNewRelease } from './release.ts';
import type { Scope } from './session.ts';
import { getStaleKeys, type RecordChange } from './stale-keys.ts';

/** Numbers of unfinished records that the user can view, by kind and state. */
export type Counts = Schemas['ProjectCounts']['counts'];
type ChangeKind = Exclude<Schemas['ProjectStreamEvent']['event'], 'counts' | 'record'>;

/** `paused`: the tab is hidden. `broken`: reconnecting. `refused`: the user may not read the project. */
type LiveState = 'connecting' | 'live' | 'paused' | 'broken' | 'refused';

interface LiveStatus {
  readonly state: LiveState;
  /** Undefined until the stream sends the first counts. */
  readonly counts: Counts | undefined;
}

const CHANGE_KINDS: readonly ChangeKind[] = [
  'agent_run',
  'task_run',
  'document',
  'source_run',
  'task_eval_run',
  'agent_eval_run',
  'approval_request',
  'provisioning',
];
/** Minimum interval between two refreshes of a list. */
const LIST_REFRESH_INTERVAL_MS = 400;
const RECONNECT_DELAY_MS = 3000;

let status: LiveStatus = { state: 'connecting', counts: undefined };
let source: EventSource | undefined;
let followedProject: Scope | undefined;
let streamUrl: string | undefined;
/** Whether the server may have been upgraded since the page connected. */
let mayBeOutdated = false;
/** Position in the change log when the page was served. Empty if the database was unavailable. */
const INITIAL_POSITION = document.querySelector<HTMLMetaElement>('meta[property=changes-position]')?.content ?? '';
/** Position of the last received change, by stream URL. */
const positionsByUrl = new Map<string, string>();
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function updateStatus(changes: Partial<LiveStatus>): void {
  status = { ...status, ...changes };
  for (const listener of listeners) listener();
}

/** Subscribes to the changes of one project and unsubscribes from the previous one. */
export function followProject(project: Scope | undefined): void {
  const nextUrl = project && `/api/v1/org/${project.org_id}/project/${project.project_id}/changes`;
  if (nextUrl === streamUrl) return;
  streamUrl = nextUrl;
  followedProject = project;
  updateStatus({ counts: undefined });
  openStream();
}

/** Reconnects after an error response, unless the API denies the user access: it would do so every time. */
async function scheduleReconnect(failedSource: EventSource): Promise<void> {
  const isForbidden = followedProject !== undefined && (await isProjectForbidden(followedProject));
  // A newer stream has replaced this one, or the tab is hidden.
  if (source !== failedSource || document.hidden) return;
  clearTimeout(reconnectTimer);
  if (isForbidden) updateStatus({ state: 'refused', counts: undefined });
  else reconnectTimer = setTimeout(openStream, RECONNECT_DELAY_MS);
}

async function isProjectForbidden(project: Scope): Promise<boolean> {
  try {
    await get(`${PROJECT}/changes`, { params: { path: { ...project } } });
    return false;
  } catch (error) {
    return error instanceof ApiError && (error.status === 403 || error.status === 404);
  }
}

/** Opens the only stream of this tab. A hidden tab has none, because browsers limit the connections per host. */
function openStream(): void {
  source?.close();
  clearTimeout(reconnectTimer);
  if (streamUrl === undefined || document.hidden) {
    updateStatus({ state: 'paused' });
    return;
  }
  updateStatus({ state: 'connecting' });
  const url = streamUrl;
  const position = positionsByUrl.get(url) ?? INITIAL_POSITION;
  const eventSource = new EventSource(position === '' ? url : `${url}?after=${position}`);
  source = eventSource;
  eventSource.onerror = () => {
    mayBeOutdated = true;
    updateStatus({ state: 'broken' });
    // Browsers reconnect a dropped stream by themselves, but not one that got an error response.
    if (eventSource.readyState !== EventSource.CLOSED) return;
    void scheduleReconnect(eventSource);
  };
  eventSource.addEventListener('counts', (event) => {
    const { counts, resumed } = JSON.parse(event.data) as { counts: Counts; resumed?: boolean };
    positionsByUrl.set(url, event.lastEventId);
    // The server may have restarted with a new release, or the page may have missed one.
    const wasDisconnected = mayBeOutdated;
    if (status.state !== 'live' && wasDisconnected) void checkForNewRelease();
    mayBeOutdated = true;
    // Without `resumed`, the stream skipped changes, so every query may be stale.
    if (status.state !== 'live' && resumed !== true) void queryClient.invalidateQueries();
    // Queries that failed while the server was away run again in any case.
    else if (status.state !== 'live' && wasDisconnected)
      void queryClient.invalidateQueries({ predicate: ({ state }: Query) => state.status === 'error' });
    updateStatus({ state: 'live', counts });
  });
  for (const kind of CHANGE_KINDS)
    eventSource.addEventListener(kind, (event) => {
      const { id } = JSON.parse(event.data) as { id: string };
      const { recordKeys, listKeys } = getStaleKeys({ resource: kind, id });
      invalidateChanged(recordKeys, listKeys);
    });
  eventSource.addEventListener('record', (event) => {
    const { recordKeys, listKeys } = getStaleKeys(JSON.parse(event.data) as RecordChange);
    invalidateChanged(recordKeys, listKeys);
  });
}

let stopNotifying: (() => void) | undefined;

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    source?.close();
    clearTimeout(reconnectTimer);
    updateStatus({ state: 'paused' });
    if (followedProject && isNotifying())
      stopNotifying = notifyWhileHidden({
        project: followedProject,
        pending: status.counts?.approval_request?.pending ?? 0,
        onCounts: (counts) => updateStatus({ counts }),
        formatText: (n) => w.shell.pendingRequests({ n }),
      });
  } else {
    stopNotifying?.();
    openStream();
  }
});
addEventListener('online', () => status.state !== 'live' && openStream());
// A lost network leaves the connection open for minutes. A product on this machine needs none, and connects again.
addEventListener('offline', () => {
  if (document.hidden) return;
  source?.close();
  clearTimeout(reconnectTimer);
  mayBeOutdated = true;
  updateStatus({ state: 'broken' });
  reconnectTimer = setTimeout(openStream, RECONNECT_DELAY_MS);
});

const pendingRefreshes = new Map<string, { isStale: boolean }>();

/** IDs of records that this page deletes. It navigates away and must not read them again. */
const deletedIds = new Set<string>();

/** Deletes a record and ignores its change event, which can arrive before the response. */
export async function ignoreChangesDuring<T>(id: string, deleteRecord: () => Promise<T>): Promise<T> {
  deletedIds.add(id);
  try {
    return await deleteRecord();
  } catch (error) {
    deletedIds.delete(id);
    throw error;
  }
}

/** Refetches the changed records at once, and each list at once and then at most once per interval. */
function invalidateChanged(recordKeys: readonly QueryKey[], listKeys: readonly QueryKey[]): void {
  for (const queryKey of recordKeys)
    if (!deletedIds.has(String(queryKey[1]))) void queryClient.invalidateQueries({ queryKey });
  for (const queryKey of listKeys) {
    const pending = pendingRefreshes.get(queryKey.join());
    if (pending) pending.isStale = true;
    else refreshList(queryKey);
  }
}

function refreshList(queryKey: QueryKey): void {
  void queryClient.invalidateQueries({ queryKey });
  const pending = { isStale: false };
  pendingRefreshes.set(queryKey.join(), pending);
  setTimeout(() => {
    pendingRefreshes.delete(queryKey.join());
    if (pending.isStale) refreshList(queryKey);
  }, LIST_REFRESH_INTERVAL_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the state of the stream and the newest counts. */
export function useLive(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status);
}
