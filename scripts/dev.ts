/** `npm run dev`: the same as `npm start`, and the API and the worker start anew when their code changes. */
import { existsSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinePrinter } from '../src/platform/local/log-lines.ts';
import { runUntilStopped } from '../src/platform/local/run-stack.ts';
import type { Stack } from '../src/platform/local/supervisor.ts';

/** Editors write a file in several steps; changes this close together are one. */
const SETTLE_MS = 200;
const SOURCE = /\.(ts|json|ya?ml|sql)$/;

/** Which processes run the code of a folder. */
const WATCHED = {
  api: ['api'],
  workflows: ['api', 'worker'],
  activities: ['worker'],
  src: ['api', 'worker'],
  config: ['api', 'worker'],
} as const;

function restartOnChange(stack: Stack): void {
  const say = createLinePrinter('holdfast');
  const due = new Set<'api' | 'worker'>();
  let timer: NodeJS.Timeout | undefined;
  const restart = async () => {
    const names = [...due];
    due.clear();
    await Promise.all(names.map((name) => stack.restart(name)));
  };
  for (const [folder, names] of Object.entries(WATCHED)) {
    const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
    if (!existsSync(path)) continue;
    watch(path, { recursive: true }, (_event, file) => {
      if (!file || !SOURCE.test(file)) return;
      if (due.size === 0) say(`${folder}/${file} changed; starting ${names.join(' and ')} anew`);
      for (const name of names) due.add(name);
      clearTimeout(timer);
      timer = setTimeout(() => void restart(), SETTLE_MS);
    });
  }
}

await runUntilStopped(performance.now(), { restartForever: true, separateProcesses: true }, restartOnChange);
