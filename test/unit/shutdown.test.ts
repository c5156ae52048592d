import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('../../src/platform/process.ts', import.meta.url).href);

it('a process that does not finish its shutdown exits and says so', async () => {
  const script = `
    import { waitForShutdown } from ${MODULE};
    setInterval(() => undefined, 1000);
    const stopped = waitForShutdown(100);
    console.log('waits');
    await stopped;
    await new Promise(() => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ said, code, signal }).toEqual({
    said: 'shutdown took longer than 0.1 s; exiting\n',
    code: 1,
    signal: null,
  });
});
