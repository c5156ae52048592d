import type { Json, TimestampColumn } from './db/columns.ts';

/** Requests with an Idempotency-Key that were accepted. */
interface IdempotencyKeysTable {
  caller: string;
  method: string;
  path: string;
  key: string;
  /** SHA-256 of the parsed body. */
  digest: Buffer;
  /** Token of the request that holds the claim. */
  owner: string;
  /** The run that the request started, decided or stopped; null until the request is accepted. */
  run_id: string | null;
  /** Response to a request that started no run. */
  answer: Json<unknown>;
  created: TimestampColumn;
}

/** A known plaintext encrypted with each key, which reveals a wrong key at startup. */
interface EncryptionCanaryTable {
  key_id: string;
  sealed: string;
  created: TimestampColumn;
}

/** Shared count of all API processes for a rate-limited name. */
interface RateLimitsTable {
  /** Kind and id of a credential, API and client network, or a mailbox by hash. */
  credential: string;
  /** Time at which the limit is fully restored. */
  full_at: TimestampColumn;
}

/** Keys the servers of an installation share. */
interface ServerSecretsTable {
  name: string;
  sealed: string;
  created: TimestampColumn;
}

export interface PlatformTables {
  server_secrets: ServerSecretsTable;
  rate_limits: RateLimitsTable;
  idempotency_keys: IdempotencyKeysTable;
  encryption_canary: EncryptionCanaryTable;
}
