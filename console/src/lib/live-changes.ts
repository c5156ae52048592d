import type { Query, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PROJECT } from '../../../client/prefixes.ts';
import { get, type Schemas } from './api.ts';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { checkForNewRelease } from './release.ts';
import type { Scope } from './session.ts';
import { getStaleKeys, type RecordChange } from './stale-keys.ts';

/** By kind and state, what is not over and the person may see. */
export type Counts = Schemas['ProjectCounts']['counts'];
export type ChangeKind = Exclude<Schemas['ProjectStreamEvent']['event'], 'counts' | 'record'>;

/**
 * `live` while changes come by themselves; `paused` while the tab is hidden; `broken` while the stream is opened again; `refused`
 * where the person may read nothing of the project any more, or never did.
 */
export type LiveState = 'connecting' | 'live' | 'paused' | 'broken' | 'refused';

export interface LiveStatus {
  readonly state: LiveState;
  /** Undefined until the first ones came. */
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
/** A burst of changes reads a list again this often at most. */
const LIST_REFRESH_INTERVAL_MS = 400;
const RECONNECT_DELAY_MS = 3000;

let status: LiveStatus = { state: 'connecting', counts: undefined };
let source: EventSource | undefined;
let followedProject: Scope | undefined;
let streamUrl: string | undefined;
/** Whether the server may be of another release by now: the page followed it before, or could not. */
let mayBeOutdated = false;
/** Where the log of changes stood before the page read anything; empty where the database did not say it. */
const INITIAL_POSITION = document.querySelector<HTMLMetaElement>('meta[property=changes-position]')?.content ?? '';
/** How far each project was followed, by its address: what was read of it holds all that changed before. */
const positionsByUrl = new Map<string, string>();
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function updateStatus(changes: Partial<LiveStatus>): void {
  status = { ...status, ...changes };
  for (const listener of listeners) listener();
}

/** Follows the changes of a project, and no other's from then on. Undefined follows none. */
export function followProject(project: Scope | undefined): void {
  const nextUrl = project && `/api/v1/org/${project.org_id}/project/${project.project_id}/changes`;
  if (nextUrl === streamUrl) return;
  streamUrl = nextUrl;
  followedProject = project;
  updateStatus({ counts: undefined });
  openStream();
}

/** Opens a stream again that was answered by an error, unless the API says that it is not for this person: it would say so each time. */
async function scheduleReconnect(failedSource: EventSource): Promise<void> {
  const isForbidden = followedProject !== undefined && (await isProjectForbidden(followedProject));
  // Meanwhile another was opened, or the tab was hidden.
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

/** The one stream of this tab: a hidden tab has none, because a browser has few connections to a host. */
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
    // A browser opens a cut stream again by itself, but not one that was answered by an error.
    if (eventSource.readyState !== EventSource.CLOSED) return;
    void scheduleReconnect(eventSource);
  };
  eventSource.addEventListener('counts', (event) => {
    const { counts, resumed } = JSON.parse(event.data) as { counts: Counts; resumed?: boolean };
    positionsByUrl.set(url, event.lastEventId);
    // A server that was away may have come back as another release, and who was away may have missed one.
    const wasDisconnected = mayBeOutdated;
    if (status.state !== 'live' && wasDisconnected) void checkForNewRelease();
    mayBeOutdated = true;
    // What was missed, and is not told, may be anything.
    if (status.state !== 'live' && resumed !== true) void queryClient.invalidateQueries();
    // What could not be read while the server was away is read again in any case.
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

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    source?.close();
    clearTimeout(reconnectTimer);
    updateStatus({ state: 'paused' });
  } else openStream();
});
addEventListener('online', () => status.state !== 'live' && openStream());

const pendingRefreshes = new Map<string, { isStale: boolean }>();

/** Ids of what this page deletes itself: it leaves it, and reads nothing of it again. */
const deletedIds = new Set<string>();

/** Deletes something that has an id, whose change is told before the answer comes. */
export async function ignoreChangesDuring<T>(id: string, deleteRecord: () => Promise<T>): Promise<T> {
  deletedIds.add(id);
  try {
    return await deleteRecord();
  } catch (error) {
    deletedIds.delete(id);
    throw error;
  }
}

/** Reads what a change makes old: the thing itself at once, lists at once and then not oftener than bearable. */
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

/** How live the page is, and the newest counts. */
export function useLive(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status);
}
