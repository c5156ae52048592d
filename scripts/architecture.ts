/**
 * `npm run drawing`: the drawing in docs/architecture.md, made of the code: the rooms of each floor, what they bring to the
 * workers, and who imports whom. With `-- --write` it replaces what stands between the two markers, else it is printed.
 */
import type { Room } from '../activities/room.ts';
import { QUEUE_NAMES, type QueueName } from '../src/platform/temporal/queues.ts';
import { printOrWrite } from './generated-section.ts';
import { FLOORS, readImports, roomOf, sourceFiles } from './imports.ts';

type Floor = (typeof FLOORS)[number];

const NAMES: Readonly<Record<Floor, string>> = {
  api: 'the door',
  workflows: 'the plan',
  activities: 'the hands',
  src: 'the ground',
};

/** Rooms of a floor, which are its folders; those of the door that serve all rooms are none. */
function roomsOf(floor: Floor): string[] {
  const files = sourceFiles().filter((file) => file.startsWith(`${floor}/`));
  return [...new Set(files.map(roomOf))].filter(
    (room) => !room.endsWith('.ts') && !['plugins', 'openapi'].includes(room),
  );
}

/** Rooms by the queue that their activities are taken from. */
async function handsByQueue(): Promise<ReadonlyMap<QueueName, readonly string[]>> {
  const rooms = await Promise.all(
    roomsOf('activities').map(async (name) => {
      const module: Readonly<Record<string, Room>> = await import(`../activities/${name}/room.ts`);
      return { name, queues: Object.keys(module[name]?.activities ?? {}) };
    }),
  );
  const served = (queue: QueueName) => rooms.filter(({ queues }) => queues.includes(queue)).map(({ name }) => name);
  return new Map(QUEUE_NAMES.map((queue) => [queue, served(queue)]));
}

/** The floors with their rooms, and the queues between plans and hands. */
async function house(): Promise<string> {
  const floors = FLOORS.flatMap((floor) => [
    `  subgraph ${floor}["${floor}, ${NAMES[floor]}"]`,
    ...roomsOf(floor).map((room) => `    ${floor}_${room}[${room}]`),
    '  end',
  ]);
  const queues = [...(await handsByQueue())].flatMap(([queue, rooms]) => [
    `  workflows -. activities .-> ${queue}[["queue ${queue}"]]`,
    ...rooms.map((room) => `  ${queue} --> activities_${room}`),
  ]);
  const stairs = ['  api -. starts .-> workflows', '  api --> src', '  activities --> src'];
  return drawn('TB', [...floors, ...stairs, ...queues]);
}

/** Who imports values of whom on the ground. All stand on the platform, which is left out. */
function ground(): string {
  const arrows = readImports().flatMap(({ file, target, typeOnly }) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    const inside = file.startsWith('src/') && target.startsWith('src/') && !typeOnly && from !== to;
    return inside && ![from, to].some((room) => room === 'platform' || room.endsWith('.ts'))
      ? [`  ${from} --> ${to}`]
      : [];
  });
  return drawn('LR', [...new Set(arrows)].toSorted());
}

const drawn = (direction: string, lines: readonly string[]) =>
  ['```mermaid', `flowchart ${direction}`, ...lines, '```'].join('\n');

printOrWrite('docs/architecture.md', 'drawing', [await house(), '## Who imports whom', ground()].join('\n\n'));
