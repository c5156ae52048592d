import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { get, type Schemas, setSignedOutHandler } from './api.ts';
import { queryClient } from './query-client.ts';

export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: () => get('/api/v1/whoami'),
  staleTime: 60_000,
});

type CurrentUser = Schemas['Whoami'];

/** Returns the current user; undefined while loading. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery(whoamiQuery).data;
}

let isExpired = false;
const listeners = new Set<() => void>();

function setExpired(value: boolean): void {
  if (value === isExpired) return;
  isExpired = value;
  for (const listener of listeners) listener();
}

setSignedOutHandler(() => setExpired(queryClient.getQueryData(whoamiQuery.queryKey) !== undefined));

/** Resumes the page after the user signed in again. */
export function resumeSession(): void {
  setExpired(false);
  void queryClient.invalidateQueries();
}

/** Whether the session expired while the page was open. */
export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isExpired,
  );
}

/** Organization and project of a page: the path parameters of nearly every operation. */
export interface Scope {
  readonly org_id: string;
  readonly project_id: string;
}

export const ScopeContext = createContext<Scope | undefined>(undefined);

/** Returns the project of the page. Throws outside the shell. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('useScope must be used within a ScopeContext that has a project');
  return scope;
}
