import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getBaseEnvironment } from '../../src/platform/local/launch.ts';
import { runCommand } from '../support/commands.ts';
import { limitCompileCache } from '../support/compile-cache.ts';
import { openRunFolder, requireFreeSpace } from '../support/run-folder.ts';

const program = (text: string) => spawn(process.execPath, ['-e', text], { env: getBaseEnvironment(), stdio: 'ignore' });

describe('the folder of a test run', () => {
  it('contains temporary files, and is deleted with its contents', async () => {
    const outside = tmpdir();
    const folder = openRunFolder();
    expect(tmpdir()).toBe(folder.path);
    writeFileSync(join(folder.path, 'left'), '');
    const child = program('');
    await once(child, 'exit');
    await folder.close();
    expect([tmpdir(), existsSync(folder.path)]).toEqual([outside, false]);
  });

  it.skipIf(!existsSync('/proc/self/environ'))('kills and names leftover processes', async () => {
    const folder = openRunFolder();
    const child = program('setInterval(() => {}, 1e6)');
    const ended = once(child, 'exit');
    await expect(folder.close(0)).rejects.toThrow(/left running:\n\S*node -e setInterval/);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(existsSync(folder.path)).toBe(false);
  });

  it('is removed by the next run if its own was killed, and never while that is running', async () => {
    const child = program('');
    await once(child, 'exit');
    const [dead, live] = [child.pid, process.pid].map((pid) => join(tmpdir(), `holdfast-test-${pid}-x`));
    for (const folder of [dead, live]) mkdirSync(folder ?? '');
    await openRunFolder().close();
    expect([existsSync(dead ?? ''), existsSync(live ?? '')]).toEqual([false, true]);
  });
});

describe('a temporary folder', () => {
  it('without enough space is named in one line that says what to do', () => {
    const line = /^TMPDIR: \S+ has \d+ MB free, the tests need 1000000000000; free space or set it$/;
    expect(() => requireFreeSpace(tmpdir(), 1e18)).toThrow(line);
    expect(() => requireFreeSpace(tmpdir(), 0)).not.toThrow();
  });
});

describe('the compile cache', () => {
  it('is deleted once it has too many entries', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cache-'));
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
    limitCompileCache(folder, 2);
    expect(existsSync(folder)).toBe(true);
    limitCompileCache(folder, 1);
    expect(existsSync(folder)).toBe(false);
    limitCompileCache(folder, 1);
  });
});

describe('an older Node', () => {
  it('ends a run with one line that says what to do', async () => {
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})";
    const end = await runCommand('--import', [pretend, 'test/support/require-node.ts'], {});
    const stderr = expect.stringMatching(/^Node 20\.1\.0 is too old, the tests need Node 24; use npm test.*\n$/);
    expect(end).toEqual({ code: 1, stdout: '', stderr });
    expect(await runCommand('test/support/require-node.ts', [], {})).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
