import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const INBOX = ['features/approvals/inbox.tsx', 'features/approvals/approval.tsx'];

/** What rolldown says of modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Which script a module goes into: what the page needs before it shows any screen is one, as are the parts that the inbox shares
 * with other screens, and the inbox. Each script costs a browser some milliseconds, from its cache as well. Null leaves a
 * module to where it is needed.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  const isIn = (source: string) => reached(SOURCES + source, modules).has(id);
  if (isIn('main.tsx')) return null;
  if (isIn('app.tsx')) return 'app';
  if (!INBOX.some(isIn)) return null;
  return id.startsWith(`${SOURCES}features/approvals/`) ? 'approvals' : 'parts';
}

const known = new Map<string, ReadonlySet<string>>();

/** A module with all that it imports. */
function reached(source: string, modules: Modules): ReadonlySet<string> {
  const before = known.get(source);
  if (before) return before;
  const found = new Set([source]);
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  known.set(source, found);
  return found;
}
