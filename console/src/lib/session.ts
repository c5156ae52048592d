import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { get, type Schemas, whenSignedOut } from './api.ts';
import { queries } from './query.ts';

export const whoami = queryOptions({
  queryKey: ['whoami'],
  queryFn: () => get('/api/v1/whoami'),
  staleTime: 60_000,
});

export type Person = Schemas['Whoami'];

/** Who is signed in; undefined until that is known. */
export function usePerson(): Person | undefined {
  return useQuery(whoami).data;
}

let over = false;
const listeners = new Set<() => void>();

function setOver(next: boolean): void {
  if (next === over) return;
  over = next;
  for (const listener of listeners) listener();
}

whenSignedOut(() => setOver(queries.getQueryData(whoami.queryKey) !== undefined));

/** Says that the person signed in again: what they were about goes on where it was. */
export function signedInAgain(): void {
  setOver(false);
  void queries.invalidateQueries();
}

/** Whether the session ended while the page was in use. */
export function useSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => over,
  );
}

/** The organization and project that a page is about: the path parameters of nearly every operation. */
export interface Scope {
  readonly org_id: string;
  readonly project_id: string;
}

export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The project of the page. Every screen below the shell has one. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('there is no project around this part of the page');
  return scope;
}
