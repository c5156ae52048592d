import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startExtraApi } from './identity.ts';
import { MAILS_PER_MAILBOX, OPEN_SIGN_UP, type StackInfo } from './stack.ts';

/**
 * Settings of further API processes of the shared stack. Each starts at its first use and serves all test files, so a
 * test must not stop it. Add a setting to a profile instead of starting another process.
 */
const PROFILES = {
  /** Requests wait briefly, sign-up is closed, and only Notion is configured as a service. */
  impatient: {
    RUN_WAIT_MS: '300',
    SIGN_UP: 'closed',
    NOTION_CLIENT_ID: 'id',
    NOTION_CLIENT_SECRET: 'secret',
  },
  /**
   * Sign-up is open, behind a proxy, for pages of another origin too, with few mails per mailbox. No service is
   * configured.
   */
  public: {
    ...OPEN_SIGN_UP,
    TRUST_PROXY: '127.0.0.1/32,::1/128',
    CORS_ORIGINS: 'https://app.example.com',
    MAIL_RATE_LIMIT: String(MAILS_PER_MAILBOX),
  },
  /** Browsers use https, sign-up is closed, idle streams get comments soon, and everything is logged. */
  secure: {
    SIGN_UP: 'closed',
    PUBLIC_URL: 'https://holdfast.example.com',
    STREAM_COMMENT_MS: '100',
    LOG_LEVEL: 'debug',
  },
  /** Three sign-in requests per network and minute. Each test sends its own address (`createClientAddress`). */
  limited: { TRUST_PROXY: '127.0.0.1/32,::1/128', SIGN_IN_RATE_LIMIT: '3' },
} as const satisfies Record<string, Record<string, string>>;

export type ApiProfile = keyof typeof PROFILES;

/** The API processes of a run that were started by profile. */
interface ProfileApis {
  /** Address that returns the origin of a profile's process. */
  readonly url: string;
  /** Stops the processes. They start again at the next use. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Provides the API processes of {@link PROFILES} to all files of a run. */
export async function serveProfileApis(stack: StackInfo): Promise<ProfileApis> {
  const started = new Map<ApiProfile, ReturnType<typeof startExtraApi>>();
  const server = createServer((request, response) => {
    const profile = request.url?.slice(1) as ApiProfile;
    const api = started.get(profile) ?? startExtraApi(stack, PROFILES[profile]);
    started.set(profile, api);
    api.then(
      ({ origin }) => response.end(origin),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    const apis = await Promise.allSettled(started.values());
    started.clear();
    await Promise.all(apis.map((api) => (api.status === 'fulfilled' ? api.value.stop() : undefined)));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop,
    async close() {
      server.close();
      server.closeAllConnections();
      await stop();
    },
  };
}
