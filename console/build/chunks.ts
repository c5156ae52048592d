import { fileURLToPath } from 'node:url';

const SOURCE_ROOT = fileURLToPath(new URL('../src/', import.meta.url));
/** Module of the approvals page, which most users open first. */
export const APPROVALS_PAGE = 'features/approvals/approvals-page.tsx';

/** The part of rolldown's module graph that the chunking reads. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Returns the chunk of a module: `app` for the shell, `approvals` for the approvals page, `parts` for what that page
 * shares with other screens. Returns null to leave the choice to rolldown. Few chunks load faster, because each one
 * costs a browser milliseconds even from its cache.
 */
export function getChunkName(id: string, moduleGraph: ModuleGraph): string | null {
  const isIn = (source: string) => collectImports(SOURCE_ROOT + source, moduleGraph).has(id);
  if (isIn('main.tsx')) return null;
  if (isIn('app.tsx')) return 'app';
  if (!isIn(APPROVALS_PAGE)) return null;
  return id.startsWith(`${SOURCE_ROOT}features/approvals/`) ? 'approvals' : 'parts';
}

const importsByModule = new Map<string, ReadonlySet<string>>();

/** Returns a module and its transitive static imports. */
function collectImports(source: string, moduleGraph: ModuleGraph): ReadonlySet<string> {
  const cached = importsByModule.get(source);
  if (cached) return cached;
  const imports = new Set([source]);
  for (const id of imports)
    for (const importedId of moduleGraph.getModuleInfo(id)?.importedIds ?? []) imports.add(importedId);
  importsByModule.set(source, imports);
  return imports;
}
