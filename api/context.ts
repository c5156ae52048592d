import type { FastifyBaseLogger } from 'fastify';
import type { BlobStore } from '../src/files/blobs/store.ts';
import type { Identity } from '../src/identity/identity.ts';
import type { InviteCodes } from '../src/organizations/invites/codes.ts';
import type { Config } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import type { TxtResolver } from '../src/platform/dns.ts';
import type { Mailer } from '../src/platform/mail/mailer.ts';
import type { ModelCatalogue } from '../src/platform/models/catalogue.ts';
import type { RunStarter } from '../src/platform/temporal/starter.ts';
import type { Watcher } from '../src/platform/watcher.ts';
import type { ChangeFeed } from '../src/projects/change-feed.ts';

/** What the API stands on, built once per process. */
export interface ApiContext {
  readonly config: Config;
  readonly db: Db;
  /** Where the bytes of files are kept. */
  readonly blobs: BlobStore;
  readonly identity: Identity;
  readonly mailer: Mailer;
  readonly inviteCodes: InviteCodes;
  /** Looks up the records that show who owns a domain. */
  readonly resolver: TxtResolver;
  readonly models: ModelCatalogue;
  readonly temporal: RunStarter;
  readonly watcher: Watcher;
  readonly changes: ChangeFeed;
  readonly log: FastifyBaseLogger;
}
