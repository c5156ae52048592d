/**
 * `npm run drawing`: the drawing in docs/architecture.md, made from the code: the modules of each layer, the activities
 * that they bring by task queue, and the arrows between the modules of the domain. With `-- --write` it replaces the
 * part between the two markers; else it is printed.
 */
import { MODULES } from '../activities/modules.ts';
import { QUEUE_NAMES } from '../src/platform/temporal/queues.ts';
import { printOrWrite } from './generated-section.ts';
import { getModule, LAYERS, listModuleArrows, listSourceFiles, readImports } from './imports.ts';

type Layer = (typeof LAYERS)[number];

/** Folders of the API that serve all modules. */
const SHARED = ['plugins', 'openapi'];

/** Returns the modules of a layer, which are its folders. */
function modulesOf(layer: Layer): string[] {
  const files = listSourceFiles().filter((file) => file.startsWith(`${layer}/`));
  return [...new Set(files.map(getModule))].filter((name) => !name.endsWith('.ts') && !SHARED.includes(name));
}

/** Draws the layers with their modules, and the queues between workflows and activities. */
function layers(): string {
  const boxes = LAYERS.flatMap((layer) => [
    `  subgraph ${layer}`,
    ...modulesOf(layer).map((name) => `    ${layer}_${name}[${name}]`),
    '  end',
  ]);
  const queues = QUEUE_NAMES.flatMap((queue) => {
    const serving = MODULES.filter(({ activities }) => activities?.[queue] !== undefined);
    const names = [...new Set(serving.map(({ name }) => name.split('/')[0]))];
    return [
      `  workflows -. activities .-> ${queue}[["queue ${queue}"]]`,
      ...names.map((name) => `  ${queue} --> activities_${name}`),
    ];
  });
  const between = ['  api -. starts .-> workflows', '  api --> src', '  activities --> src'];
  return drawn('TB', [...boxes, ...between, ...queues]);
}

/** Draws the imports between modules of the domain. All import the platform, which is left out. */
function domain(): string {
  const arrows = listModuleArrows(readImports()).filter(({ to }) => to !== 'platform');
  return drawn('LR', arrows.map(({ from, to }) => `  ${from} --> ${to}`).toSorted());
}

const drawn = (direction: string, lines: readonly string[]) =>
  ['```mermaid', `flowchart ${direction}`, ...lines, '```'].join('\n');

printOrWrite('docs/architecture.md', 'drawing', [layers(), '## Imports between modules', domain()].join('\n\n'));
