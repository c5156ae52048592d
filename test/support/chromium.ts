import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { runProgram } from './commands.ts';
import { type ChromiumProgram, hasPackagedChromium, packagedChromium } from './packaged-chromium.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The Chromium in `CHROMIUM`, or an installed one. */
const INSTALLED = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
/** Whether a Chromium is available. */
export const HAS_CHROMIUM = INSTALLED !== undefined || hasPackagedChromium();

/** How to get a Chromium, for messages. */
export const CHROMIUM_HINT = 'run npm ci on Linux x64, install chromium, or name one by CHROMIUM';

/** Host name of the product for browsers, as a phone in the same network uses one. Its pages have no TLS. */
export const LAN_HOST = 'computer.holdfast.test';

const ARGS = [
  `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Pages of the same context share compiled scripts.
  '--process-per-site',
  '--renderer-process-limit=1',
];

/** A Chromium for all files of a run, started at the first use. */
interface SharedChromium {
  /** Address of the Chromium. */
  readonly url: string;
  close(): Promise<void>;
}

/** Provides one Chromium and a current console build to all files of a run. */
export async function startSharedChromium(): Promise<SharedChromium> {
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

/** Returns the Chromium to start: an installed one, or that of the npm package. Throws without either. */
export async function findChromium(): Promise<ChromiumProgram> {
  if (INSTALLED !== undefined) return { executablePath: INSTALLED, env: {} };
  if (hasPackagedChromium()) return packagedChromium();
  throw new Error(`no Chromium was found: ${CHROMIUM_HINT}`);
}

async function startChromium(): Promise<BrowserServer> {
  const { executablePath, env } = await findChromium();
  await runProgram(process.execPath, [join(ROOT, 'scripts/console.ts'), '--if-stale']);
  const { chromium } = await import('playwright-core');
  return chromium.launchServer({ executablePath, env: { ...process.env, ...env }, args: ARGS, host: '127.0.0.1' });
}
