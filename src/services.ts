import { type Logger, pino } from 'pino';
import type { BlobStore } from './files/blobs/store.ts';
import type { Identity } from './identity/identity.ts';
import type { StoredModelKeys } from './models/keys/stored.ts';
import type { InviteCodes } from './organizations/invites/codes.ts';
import { type Config, loadConfig } from './platform/config.ts';
import type { Db } from './platform/db/client.ts';
import { openStore, type Role, SERVER_ROLES } from './platform/db/store.ts';
import type { TxtResolver } from './platform/dns.ts';
import type { GuardedClient } from './platform/http/guarded-client.ts';
import { type KeyRing, openKeyRing } from './platform/keyring.ts';
import { type OpenContext, type Openers, openAll } from './platform/lifecycle.ts';
import { addRunningSettings } from './platform/local/dev-file.ts';
import { createLoggerOptions } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { ModelCatalog } from './platform/models/catalog.ts';
import type { EmbeddingGateway } from './platform/models/embeddings/gateway.ts';
import type { ModelGateway } from './platform/models/gateway.ts';
import type { MediaGateway } from './platform/models/media/request.ts';
import type { RerankingGateway } from './platform/models/reranking/gateway.ts';
import type { Telemetry } from './platform/telemetry/telemetry.ts';
import type { PollingConnection } from './platform/temporal/polling.ts';
import type { RunStarter } from './platform/temporal/starter.ts';
import type { ChangeFeed } from './runs/change-feed.ts';
import type { Listener, Watcher } from './runs/watcher.ts';

/** Services of a process. Each process loads and opens only those it requests. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** Metrics of this process. */
  readonly telemetry: Telemetry;
  readonly store: { readonly url: string; readonly db: Db };
  readonly db: Db;
  /** Undefined without configured keys; secrets cannot be stored then. */
  readonly ring: KeyRing | undefined;
  /** Keys that sign cursors, the current one first; empty without a key ring. */
  readonly cursorKeys: readonly Buffer[];
  /** Store of file contents. */
  readonly blobs: BlobStore;
  readonly identity: Identity;
  readonly mailer: Mailer;
  readonly inviteCodes: InviteCodes;
  /** Resolves the DNS records that prove domain ownership. */
  readonly resolver: TxtResolver;
  /** API keys of model providers, from the environment and the database. */
  readonly modelKeys: StoredModelKeys;
  readonly models: ModelCatalog;
  readonly gateway: ModelGateway;
  /** Generates images and speech. */
  readonly media: MediaGateway;
  /** Computes embeddings. */
  readonly embeddings: EmbeddingGateway;
  /** Scores texts for a query. */
  readonly reranking: RerankingGateway;
  /** HTTP client for URLs that come from users, models or other servers. */
  readonly http: GuardedClient;
  readonly temporal: RunStarter;
  /** Connection on which this process's workers poll. */
  readonly polling: PollingConnection;
  readonly listener: Listener;
  /** Publishes changes of run rows. */
  readonly watcher: Watcher;
  /** Publishes stop requests, the only change that running steps need. */
  readonly stops: Watcher;
  /** Reader of the change log. */
  readonly changes: ChangeFeed;
}

/** Process roles that run workers. */
const WORKING: readonly Role[] = ['worker', 'serve'];

/** Opens services for a process. The caller disposes of them; if one fails to open, the others are closed. */
export function openServices<N extends keyof Services>(
  role: Role,
  names: readonly N[],
  config = loadConfig(role === 'command' ? addRunningSettings(process.env) : process.env),
): Promise<Pick<Services, N> & AsyncDisposable> {
  // Commands print their result to stdout, so they log to stderr.
  const log = pino(createLoggerOptions(config.logLevel, role), pino.destination(SERVER_ROLES.includes(role) ? 1 : 2));
  return openAll(createOpeners(role, config, log), names, log);
}

function createOpeners(role: Role, config: Config, log: Logger): Openers<Services> {
  return {
    config: () => config,
    log: () => log,
    telemetry: (opening) => openProcessTelemetry(role, config, log, opening),
    store: ({ onClose: closing }) => openStore(role, config, log, closing),
    db: async ({ open: need }) => (await need('store')).db,
    ring: async ({ open: need }) => openKeyRing(await need('db'), config.encryptionKeys),
    cursorKeys: async ({ open: need }) => (await need('ring'))?.deriveKeys('cursors') ?? [],
    ...createDomainOpeners(config, log),
    async mailer({ onClose: closing }) {
      const { openMailer } = await import('./platform/mail/mailer.ts');
      const mailer = openMailer(config, log);
      closing(() => mailer.close());
      return mailer;
    },
    resolver: async () => (await import('./platform/dns.ts')).createTxtResolver(config.dnsServers),
    ...createModelOpeners(config, log),
    async http() {
      const { createGuardedClient } = await import('./platform/http/guarded-client.ts');
      const { propagateTraces } = await import('./platform/telemetry/propagation.ts');
      const http = createGuardedClient({ allowPrivate: config.allowPrivateAddresses });
      return propagateTraces(http, config.traceparentHosts);
    },
    ...createWorkOpeners(role, config, log),
  };
}

/** Opens the telemetry of a process. Numbers of the whole installation are read by processes with an API. */
async function openProcessTelemetry(
  role: Role,
  config: Config,
  log: Logger,
  { open, onClose }: OpenContext<Services>,
): Promise<Telemetry> {
  const { openTelemetry } = await import('./platform/telemetry/telemetry.ts');
  const isServer = SERVER_ROLES.includes(role);
  const createSources = async () => {
    const { createPoolSource } = await import('./platform/telemetry/pool-metrics.ts');
    const pool = createPoolSource(() => open('db'));
    if (role === 'worker') return [pool];
    const { createInstallationSources } = await import('./modules.ts');
    return [
      pool,
      ...createInstallationSources(
        () => open('db'),
        () => open('temporal'),
      ),
    ];
  };
  return openTelemetry(config, { isServer, hasWorker: WORKING.includes(role), createSources }, log, onClose);
}

/** Openers of the model services. */
function createModelOpeners(
  config: Config,
  log: Logger,
): Pick<Openers<Services>, 'modelKeys' | 'models' | 'media' | 'gateway' | 'embeddings' | 'reranking'> {
  const toOptions = async (need: OpenContext<Services>['open']) => ({
    env: (await need('modelKeys')).keys.env,
    idleTimeoutMs: config.modelIdleTimeoutMs,
  });
  return {
    async modelKeys({ open: need, onClose: closing }) {
      const { openModelKeys } = await import('./models/keys/stored.ts');
      // Commands that only call models need no database.
      const store = config.databaseUrl === undefined ? undefined : { db: await need('db'), ring: await need('ring') };
      const keys = await openModelKeys(store, log);
      closing(() => keys.close());
      return keys;
    },
    async models({ open: need }) {
      const { loadModels } = await import('./platform/models/catalog.ts');
      const { keys } = await need('modelKeys');
      const models = await loadModels(config, keys.env);
      keys.onChange(() => models.reload());
      return models;
    },
    async media({ open: need }) {
      const { createMediaGateway } = await import('./platform/models/media/gateway.ts');
      const { measureMedia } = await import('./platform/telemetry/models.ts');
      const { metrics } = await need('telemetry');
      return measureMedia(createMediaGateway(await toOptions(need)), metrics);
    },
    async gateway({ open: need }) {
      const { createModelGateway } = await import('./platform/models/gateway.ts');
      const { measureModels } = await import('./platform/telemetry/models.ts');
      const { metrics } = await need('telemetry');
      return measureModels(createModelGateway(await toOptions(need)), metrics);
    },
    async embeddings({ open: need, onClose: closing }) {
      const { createEmbeddingGateway } = await import('./platform/models/embeddings/gateway.ts');
      const { measureEmbeddings } = await import('./platform/telemetry/models.ts');
      const { metrics } = await need('telemetry');
      const embeddings = createEmbeddingGateway(await toOptions(need));
      closing(() => embeddings.close());
      return measureEmbeddings(embeddings, metrics);
    },
    async reranking({ open: need }) {
      const { createRerankingGateway } = await import('./platform/models/reranking/gateway.ts');
      const { measureReranking } = await import('./platform/telemetry/models.ts');
      const { metrics } = await need('telemetry');
      return measureReranking(createRerankingGateway(await toOptions(need)), metrics);
    },
  };
}

/** Openers of the services for running work and following its progress. */
function createWorkOpeners(
  role: Role,
  config: Config,
  log: Logger,
): Pick<Openers<Services>, 'temporal' | 'polling' | 'listener' | 'watcher' | 'stops'> {
  const watching =
    (channel: 'RUN_CHANNEL' | 'STOP_CHANNEL') =>
    async ({ open: need, onClose: closing }: OpenContext<Services>) => {
      const watchers = await import('./runs/watcher.ts');
      const watcher = watchers.openWatcher(
        await need('db'),
        await need('listener'),
        config.watchPollMs,
        log,
        watchers[channel],
      );
      closing(() => watcher.close());
      return watcher;
    };
  return {
    async polling({ onClose: closing }) {
      const { openPollingConnection: openPolling } = await import('./platform/temporal/polling.ts');
      const polling = openPolling(config, log);
      closing(() => polling.close());
      return polling;
    },
    async temporal({ open: need, onClose: closing }) {
      const { openTemporal } = await import('./platform/temporal/starter.ts');
      const temporal = openTemporal(config, WORKING.includes(role) ? await need('polling') : undefined);
      closing(() => temporal.close());
      return temporal;
    },
    async listener({ open: need, onClose: closing }) {
      const { openListener, RUN_CHANNEL, STOP_CHANNEL } = await import('./runs/watcher.ts');
      const working = WORKING.includes(role) ? [STOP_CHANNEL] : [];
      const channels = [...(role === 'worker' ? [] : [RUN_CHANNEL]), ...working];
      const listener = openListener((await need('store')).url, channels, log);
      closing(() => listener.close());
      return listener;
    },
    watcher: watching('RUN_CHANNEL'),
    stops: watching('STOP_CHANNEL'),
  };
}

function createDomainOpeners(
  config: Config,
  log: Logger,
): Pick<Openers<Services>, 'blobs' | 'identity' | 'inviteCodes' | 'changes'> {
  return {
    async blobs({ onClose: closing }) {
      const { openBlobs } = await import('./files/blobs/kinds.ts');
      const blobs = await openBlobs(config);
      closing(() => blobs.close());
      return blobs;
    },
    async identity({ open: need, onClose: closing }) {
      const { openIdentity } = await import('./identity/identity.ts');
      const onError = (error: unknown) => log.error({ err: error }, 'identity failed');
      const identity = await openIdentity(await need('db'), config, await need('ring'), await need('http'), onError);
      closing(() => identity.close());
      return identity;
    },
    async inviteCodes({ open: need }) {
      const { openInviteCodes } = await import('./organizations/invites/codes.ts');
      return openInviteCodes(await need('db'), await need('ring'));
    },
    async changes({ open: need, onClose: closing }) {
      const { CHANGE_KINDS } = await import('./modules.ts');
      const { ChangeFeed } = await import('./runs/change-feed.ts');
      const { RUN_CHANNEL } = await import('./runs/watcher.ts');
      const changes = new ChangeFeed(await need('db'), CHANGE_KINDS, log);
      (await need('listener')).on(RUN_CHANNEL, () => changes.wake());
      closing(() => changes.close());
      return changes;
    },
  };
}
