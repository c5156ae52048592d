import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTemporal } from '../../src/platform/local/find-temporal.ts';
import { createTemporalCommand } from '../../src/platform/local/temporal.ts';

const GOOD = '#!/bin/sh\necho "temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)"\n';
const OLD = '#!/bin/sh\necho "temporal version 0.13.0 (Server 1.24.2, UI 2.28.0)"\n';

describe('the Temporal binary', () => {
  let root: string;
  let said: string[];
  const downloads = { refused: async () => Promise.reject(new Error('blocked here')) };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'holdfast-find-'));
    for (const folder of ['path', 'cache/bin']) mkdirSync(join(root, folder), { recursive: true });
    said = [];
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function program(path: string, content: string, mode = 0o755): string {
    writeFileSync(join(root, path), content);
    chmodSync(join(root, path), mode);
    return join(root, path);
  }

  function find(more: Partial<Parameters<typeof findTemporal>[0]> = {}): Promise<string> {
    return findTemporal({
      cacheDir: join(root, 'cache'),
      print: (line) => said.push(line),
      // The fakes are shell scripts, and the fake `go` copies a file.
      env: { PATH: join(root, 'path'), GOOD },
      download: downloads.refused,
      ...more,
    });
  }

  test('is the one of TEMPORAL_CLI before any other', async () => {
    const chosen = program('chosen', GOOD);
    program('path/temporal', GOOD);
    expect(await find({ cli: chosen })).toBe(chosen);
  });

  test.each([
    ['is missing', undefined, 0o755, 'does not exist'],
    ['may not be executed', GOOD, 0o644, 'is not executable'],
    ['is too old', OLD, 0o755, 'has server 1.24'],
    ['is something else', '#!/bin/sh\necho hello\n', 0o755, 'is not the Temporal CLI'],
    ['fails', '#!/bin/sh\nexit 3\n', 0o755, 'does not run'],
  ])('of TEMPORAL_CLI is rejected by name, never skipped, when it %s', async (_case, content, mode, problem) => {
    program('path/temporal', GOOD);
    const cli = join(root, 'chosen');
    if (content) program('chosen', content, mode);
    await expect(find({ cli })).rejects.toThrow(`TEMPORAL_CLI: ${cli} ${problem}`);
  });

  test('on PATH comes before the one in the cache', async () => {
    const onPath = program('path/temporal', GOOD);
    program('cache/bin/temporal', GOOD);
    expect(await find()).toBe(onPath);
    expect(said).toEqual([]);
  });

  test('on PATH that is too old is skipped for the one in the cache, with the reason', async () => {
    const onPath = program('path/temporal', OLD);
    const cached = program('cache/bin/temporal', GOOD);
    expect(await find()).toBe(cached);
    expect(said).toEqual([`Temporal: ${onPath} has server 1.24, but 1.29 or later is required`]);
  });

  test('is downloaded into the cache when there is none', async () => {
    const target = join(root, 'cache/bin/temporal');
    const found = await find({ download: async (path) => void program(path.slice(root.length), GOOD) });
    expect(found).toBe(target);
    expect(existsSync(target)).toBe(true);
  });

  test('is built by Go into the cache when the download fails, with one log line per step', async () => {
    program(
      'path/go',
      '#!/bin/sh\nprintf "%s" "$GOOD" > "$GOBIN/temporal"\necho "$2 $3" >&2\n/bin/chmod +x "$GOBIN/temporal"\n',
    );
    const target = join(root, 'cache/bin/temporal');
    expect(await find()).toBe(target);
    expect(said).toEqual([
      'Temporal: no `temporal` on PATH',
      "Temporal: no `temporal` in the product's cache",
      "Temporal: trying the SDK's own download (temporal.download)",
      'Temporal: the download failed: blocked here',
      expect.stringContaining(`building it with Go into ${target}`),
      'Temporal: built',
    ]);
  });

  test('that cannot be obtained ends in one line that names the setting', async () => {
    await expect(find()).rejects.toThrow(
      /^TEMPORAL_CLI: found no Temporal server, and no Go to build one.*TEMPORAL_ADDRESS/,
    );
    program('path/go', '#!/bin/sh\necho "no network" >&2\nexit 1\n');
    await expect(find()).rejects.toThrow(/^TEMPORAL_CLI: .*building one failed \(go install: no network\)/);
  });

  test('is started with one partition per queue, fairness, and a file in WAL mode', () => {
    const { args } = createTemporalCommand({ binary: 't', port: 1, uiPort: 2, dbFile: '/x.db', namespace: 'n' });
    const line = args.join(' ');
    expect(line).toContain('server start-dev --ip 127.0.0.1 --port 1 --namespace n');
    expect(line).toContain(
      '--ui-port 2 --db-filename /x.db --sqlite-pragma journal_mode=wal --sqlite-pragma synchronous=normal',
    );
    expect(args.filter((arg) => arg.includes('=')).toSorted()).toEqual([
      'history.timerProcessorMaxPollRPS=5000',
      'history.transferProcessorMaxPollRPS=5000',
      'history.visibilityProcessorMaxPollRPS=1000',
      'journal_mode=wal',
      'matching.enableFairness=true',
      'matching.numTaskqueueReadPartitions=1',
      'matching.numTaskqueueWritePartitions=1',
      'matching.useNewMatcher=true',
      'synchronous=normal',
    ]);
    expect(createTemporalCommand({ binary: 't', port: 1, namespace: 'n' }).args).toContain('--headless');
  });
});
