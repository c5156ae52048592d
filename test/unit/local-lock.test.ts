import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireLock, getProcessStart, LockedError } from '../../src/platform/local/lock.ts';

describe('the lock file', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
    path = join(folder, 'a.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('names its holder while it is held and is gone once released', () => {
    const lock = acquireLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pid: process.pid, started: getProcessStart(process.pid) });
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  test('is rejected, with the holder named, while that process lives', () => {
    writeFileSync(path, JSON.stringify({ pid: process.ppid, started: getProcessStart(process.ppid) }));
    expect(() => acquireLock(path)).toThrow(LockedError);
    expect(() => acquireLock(path)).toThrow(`process ${process.ppid}`);
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.ppid);
  });

  test('is taken over when its process has ended, and no other file remains', () => {
    const gone = spawnSync('true').pid;
    writeFileSync(path, JSON.stringify({ pid: gone, started: 'earlier' }));
    acquireLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
    expect(readdirSync(folder)).toEqual(['a.lock']);
  });

  test('is taken over when its process id belongs to a later process', () => {
    writeFileSync(path, JSON.stringify({ pid: process.ppid, started: 'before the last boot' }));
    acquireLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  });

  test.each(['', '{"pid":', '[]', '{"pid":"x"}'])('is taken over when a crash left %j in it', (content) => {
    writeFileSync(path, content);
    acquireLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  });

  test('is left alone by a release after another process took it', () => {
    const lock = acquireLock(path);
    writeFileSync(path, JSON.stringify({ pid: process.ppid, started: getProcessStart(process.ppid) }));
    lock.release();
    expect(existsSync(path)).toBe(true);
  });

  test.runIf(process.platform === 'linux')('is taken over from an ended process that was not reaped', async () => {
    // The shell execs `sleep`, which never reaps its inherited child. The child ends only after that, else the
    // shell could reap it.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    try {
      const [, stdout, , hold] = parent.stdio;
      if (!(stdout instanceof Readable) || !(hold instanceof Writable)) throw new Error('there are no pipes');
      const [first] = await once(stdout, 'data');
      const pid = Number(first);
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      hold.end();
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]).toBe('Z');
      const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      writeFileSync(path, JSON.stringify({ pid, started: `${boot}/${ticks}` }));
      acquireLock(path);
      expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
    } finally {
      parent.kill();
    }
  });

  test('distinguishes a running process from an ended one', () => {
    expect(getProcessStart(process.pid)).toBe(getProcessStart(process.pid));
    expect(getProcessStart(process.pid)).not.toBe(getProcessStart(process.ppid));
    expect(getProcessStart(spawnSync('true').pid)).toBeUndefined();
  });
});
