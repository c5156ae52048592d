import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** The floors of the house, from the door down. */
export const FLOORS = ['api', 'workflows', 'activities', 'src'] as const;

/** Every source file of the floors, from the root. */
export function sourceFiles(): string[] {
  return FLOORS.flatMap((floor) => globSync(`${floor}/**/*.ts`, { cwd: ROOT })).toSorted();
}

/** The room of a file: the folder on its floor. */
export const roomOf = (file: string) => file.split('/')[1] ?? '';

/** A module that a file imports. */
export interface Import {
  /** The importing file, from the root. */
  readonly file: string;
  /** What is imported: a path from the root, or a package's name. */
  readonly target: string;
  readonly local: boolean;
  /** Only types come over: the import leaves nothing at run time. */
  readonly typeOnly: boolean;
}

/** The import and export statements that name a module, also those over several lines, and `import()`. */
const STATEMENT =
  /^\s*(?:import|export)\s+(type\s)?([^;'"`]*?)\s*\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** What a file of this text imports. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? '';
    const local = specifier.startsWith('.');
    const names = /^\{(.*)\}$/s
      .exec(match[2]?.trim() ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const inline = names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
    return {
      file,
      target: local ? join(dirname(file), specifier) : specifier,
      local,
      typeOnly: match[1] !== undefined || inline,
    };
  });
}

/** Every import of the floors. */
export function readImports(): Import[] {
  return sourceFiles().flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}
