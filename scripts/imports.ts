import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** The layers, from the API down. */
export const LAYERS = ['api', 'workflows', 'activities', 'src'] as const;

/** Every source file of the layers, by its path from the root of the repository. */
export function listSourceFiles(): string[] {
  return LAYERS.flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: ROOT })).toSorted();
}

/** The module of a file: the first folder of its layer, or the file itself where it is in none. */
export const getModule = (file: string) => file.split('/')[1] ?? '';

/** An import of a file. */
export interface Import {
  /** Path of the importing file, from the root of the repository. */
  readonly file: string;
  /** What is imported: a path from the root of the repository, or a package's name. */
  readonly target: string;
  readonly local: boolean;
  /** Whether only types are imported, which leaves nothing at run time. */
  readonly typeOnly: boolean;
}

/** Import and export statements with a specifier, also those over several lines, and `import()`. */
const STATEMENT =
  /^\s*(?:import|export)\s+(type\s)?([^;'"`]*?)\s*\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Returns the imports of a file with this text. */
export function listImports(file: string, text: string): Import[] {
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

/** Every import of the source files. */
export function readImports(): Import[] {
  return listSourceFiles().flatMap((file) => listImports(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** Whether a file is a contract: the ids, statuses, inputs and signals of a module that any module may know. Pure. */
export const isContract = (target: string) => /^src\/(?:[\w-]+\/)+contract\.ts$/.test(target);

/** An arrow between two modules of the domain: `from` imports something of `to` other than types of a contract. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  /** The imports, as `file imports target`. */
  readonly imports: readonly string[];
}

/** Returns the arrows between the modules of `src`, each once. Imports of types count too, save those of contracts. */
export function listModuleArrows(imports: readonly Import[]): Arrow[] {
  const isModule = (file: string) => /^src\/[\w-]+\//.test(file);
  const crossing = imports.filter(
    ({ file, target, typeOnly }) =>
      isModule(file) && isModule(target) && getModule(file) !== getModule(target) && !(typeOnly && isContract(target)),
  );
  const byArrow = Map.groupBy(crossing, ({ file, target }) => `${getModule(file)} ${getModule(target)}`);
  return [...byArrow].map(([arrow, items]) => {
    const [from = '', to = ''] = arrow.split(' ');
    return { from, to, imports: items.map(({ file, target }) => `${file} imports ${target}`) };
  });
}

/** Returns the order of modules that docs/architecture.md gives, lowest level first. */
export function getModuleLevels(): string[][] {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const block = /```text modules\n([\s\S]*?)```/.exec(page)?.[1];
  if (block === undefined)
    throw new Error('docs/architecture.md has no block "text modules" with the order of modules');
  return block
    .trim()
    .split('\n')
    .map((line) => (line.split(/ {2,}/)[1] ?? '').split(' '));
}
