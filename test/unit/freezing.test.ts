import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const FREEZING = new URL('../support/freezing.ts', import.meta.url).href;
/** Suspends a child that ends with its input, prints its id, and stays. */
const PARENT = `
  import { spawn } from 'node:child_process';
  import { freeze } from '${FREEZING}';
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  freeze(child);
  console.log(child.pid);
  setInterval(() => {}, 1000);`;

it('a suspended process ends with a parent that is killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(isRunning).toBe(false);
});
