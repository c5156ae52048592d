import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserServer } from 'playwright-core';
import { type ChromiumProgram, hasPackagedChromium, packagedChromium } from './packaged-chromium.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The Chromium that `CHROMIUM` names, else the one that this machine has installed. */
const INSTALLED = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
/** Whether there is a Chromium to test with. */
export const HAS_CHROMIUM = INSTALLED !== undefined || hasPackagedChromium();

/** How to get a Chromium, for messages. */
export const CHROMIUM_HINT = 'run npm ci on Linux x64, install chromium, or name one by CHROMIUM';

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // A page that follows another of the same context finds what that one's process has compiled.
  '--process-per-site',
  '--renderer-process-limit=1',
];

/** A Chromium for all files of a run, which is started for the first that asks. */
export interface OfferedChromium {
  /** Answers how it is reached. */
  readonly url: string;
  close(): Promise<void>;
}

/** Offers the files of a run one Chromium, and a console that is built of these sources. */
export async function offerChromium(): Promise<OfferedChromium> {
  let started: Promise<BrowserServer> | undefined;
  const server = createServer((_request, response) => {
    started ??= startChromium();
    started.then(
      (chromium) => response.end(chromium.wsEndpoint()),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await started?.then((chromium) => chromium.close());
    },
  };
}

/** The Chromium to start: the installed one, else that of the npm package. Throws where there is neither. */
export async function findChromium(): Promise<ChromiumProgram> {
  if (INSTALLED !== undefined) return { executablePath: INSTALLED, env: {} };
  if (hasPackagedChromium()) return packagedChromium();
  throw new Error(`no Chromium was found: ${CHROMIUM_HINT}`);
}

async function startChromium(): Promise<BrowserServer> {
  const { executablePath, env } = await findChromium();
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/console.ts'), '--if-stale']);
  const { chromium } = await import('playwright-core');
  return chromium.launchServer({ executablePath, env: { ...process.env, ...env }, args: ARGS, host: '127.0.0.1' });
}
