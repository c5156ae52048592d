import type { Logger } from 'pino';
import type { BlobStore } from '../src/files/blobs/store.ts';
import type { InviteCodes } from '../src/organizations/invites/codes.ts';
import type { Config } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import type { TxtResolver } from '../src/platform/dns.ts';
import type { GuardedClient } from '../src/platform/http/guarded.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import type { ModelCatalogue } from '../src/platform/models/catalogue.ts';
import type { ModelGateway } from '../src/platform/models/gateway.ts';
import type { Watcher } from '../src/platform/watcher.ts';

/** What activities stand on, built once per worker. */
export interface ActivityContext {
  readonly config: Config;
  readonly db: Db;
  /** Where the bytes of files are kept. */
  readonly blobs: BlobStore;
  readonly models: ModelCatalogue;
  readonly gateway: ModelGateway;
  readonly http: GuardedClient;
  /** Tells when a run's row changed. */
  readonly watcher: Watcher;
  readonly mailer: Mailer;
  readonly inviteCodes: InviteCodes;
  /** Looks up the records that show who owns a domain. */
  readonly resolver: TxtResolver;
  readonly log: Logger;
}
