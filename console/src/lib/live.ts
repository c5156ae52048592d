import type { Query, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PROJECT } from '../../../client/prefixes.ts';
import { get, type Schemas } from './api.ts';
import { Failure } from './failure.ts';
import { queries } from './query.ts';
import { oldBy, type RecordChange } from './records.ts';
import { lookForRelease } from './release.ts';
import type { Scope } from './session.ts';

/** By kind and state, what is not over and the person may see. */
export type Counts = Schemas['ProjectCounts']['counts'];
export type ChangeKind = Exclude<Schemas['ProjectStreamEvent']['event'], 'counts' | 'record'>;

/**
 * `live` while changes come by themselves; `paused` while the tab is hidden; `broken` while the stream is opened again; `refused`
 * where the person may read nothing of the project any more, or never did.
 */
export type LiveState = 'connecting' | 'live' | 'paused' | 'broken' | 'refused';

export interface LiveView {
  readonly state: LiveState;
  /** Undefined until the first ones came. */
  readonly counts: Counts | undefined;
}

const KINDS: readonly ChangeKind[] = [
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
const SETTLE_MS = 400;
const REOPEN_MS = 3000;

let view: LiveView = { state: 'connecting', counts: undefined };
let source: EventSource | undefined;
let followed: Scope | undefined;
let address: string | undefined;
/** Whether the server may be of another release by now: the page followed it before, or could not. */
let mayBeOld = false;
/** Where the log of changes stood before the page read anything; empty where the database did not say it. */
const BEGINNING = document.querySelector<HTMLMetaElement>('meta[property=changes-position]')?.content ?? '';
/** How far each project was followed, by its address: what was read of it holds all that changed before. */
const positions = new Map<string, string>();
let reopening: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: Partial<LiveView>): void {
  view = { ...view, ...next };
  for (const listener of listeners) listener();
}

/** Follows the changes of a project, and no other's from then on. Undefined follows none. */
export function followProject(project: Scope | undefined): void {
  const next = project && `/api/v1/org/${project.org_id}/project/${project.project_id}/changes`;
  if (next === address) return;
  address = next;
  followed = project;
  show({ counts: undefined });
  open();
}

/** Opens a stream again that was answered by an error, unless the API says that it is not for this person: it would say so each time. */
async function openLater(failed: EventSource): Promise<void> {
  const refused = followed !== undefined && (await isRefused(followed));
  // Meanwhile another was opened, or the tab was hidden.
  if (source !== failed || document.hidden) return;
  clearTimeout(reopening);
  if (refused) show({ state: 'refused', counts: undefined });
  else reopening = setTimeout(open, REOPEN_MS);
}

async function isRefused(project: Scope): Promise<boolean> {
  try {
    await get(`${PROJECT}/changes`, { params: { path: { ...project } } });
    return false;
  } catch (error) {
    return error instanceof Failure && (error.status === 403 || error.status === 404);
  }
}

/** The one stream of this tab: a hidden tab has none, because a browser has few connections to a host. */
function open(): void {
  source?.close();
  clearTimeout(reopening);
  if (address === undefined || document.hidden) {
    show({ state: 'paused' });
    return;
  }
  show({ state: 'connecting' });
  const at = address;
  const after = positions.get(at) ?? BEGINNING;
  const opened = new EventSource(after === '' ? at : `${at}?after=${after}`);
  source = opened;
  opened.onerror = () => {
    mayBeOld = true;
    show({ state: 'broken' });
    // A browser opens a cut stream again by itself, but not one that was answered by an error.
    if (opened.readyState !== EventSource.CLOSED) return;
    void openLater(opened);
  };
  opened.addEventListener('counts', (event) => {
    const { counts, resumed } = JSON.parse(event.data) as { counts: Counts; resumed?: boolean };
    positions.set(at, event.lastEventId);
    // A server that was away may have come back as another release, and who was away may have missed one.
    const wasAway = mayBeOld;
    if (view.state !== 'live' && wasAway) void lookForRelease();
    mayBeOld = true;
    // What was missed, and is not told, may be anything.
    if (view.state !== 'live' && resumed !== true) void queries.invalidateQueries();
    // What could not be read while the server was away is read again in any case.
    else if (view.state !== 'live' && wasAway)
      void queries.invalidateQueries({ predicate: ({ state }: Query) => state.status === 'error' });
    show({ state: 'live', counts });
  });
  for (const kind of KINDS)
    opened.addEventListener(kind, (event) => {
      const { id } = JSON.parse(event.data) as { id: string };
      const { ones, lists } = oldBy({ resource: kind, id });
      changed(ones, lists);
    });
  opened.addEventListener('record', (event) => {
    const { ones, lists } = oldBy(JSON.parse(event.data) as RecordChange);
    changed(ones, lists);
  });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    source?.close();
    clearTimeout(reopening);
    show({ state: 'paused' });
  } else open();
});
addEventListener('online', () => view.state !== 'live' && open());

const settling = new Map<string, { again: boolean }>();

/** Ids of what this page deletes itself: it leaves it, and reads nothing of it again. */
const leaving = new Set<string>();

/** Deletes something that has an id, whose change is told before the answer comes. */
export async function deleting<T>(id: string, work: () => Promise<T>): Promise<T> {
  leaving.add(id);
  try {
    return await work();
  } catch (error) {
    leaving.delete(id);
    throw error;
  }
}

/** Reads what a change makes old: the thing itself at once, lists at once and then not oftener than bearable. */
function changed(ones: readonly QueryKey[], lists: readonly QueryKey[]): void {
  for (const queryKey of ones) if (!leaving.has(String(queryKey[1]))) void queries.invalidateQueries({ queryKey });
  for (const queryKey of lists) {
    const waiting = settling.get(queryKey.join());
    if (waiting) waiting.again = true;
    else refreshList(queryKey);
  }
}

function refreshList(queryKey: QueryKey): void {
  void queries.invalidateQueries({ queryKey });
  const waiting = { again: false };
  settling.set(queryKey.join(), waiting);
  setTimeout(() => {
    settling.delete(queryKey.join());
    if (waiting.again) refreshList(queryKey);
  }, SETTLE_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How live the page is, and the newest counts. */
export function useLive(): LiveView {
  return useSyncExternalStore(subscribe, () => view);
}
