import type { TimestampColumn } from './db/columns.ts';

/** What a request that carried an Idempotency-Key was accepted for. */
export interface IdempotencyKeysTable {
  caller: string;
  method: string;
  path: string;
  key: string;
  /** SHA-256 over the parsed body. */
  digest: Buffer;
  /** Token of the request that holds the row while it is being answered. */
  owner: string;
  /** The run that was started, decided about or stopped; null until the work is accepted. */
  run_id: string | null;
  created: TimestampColumn;
}

/** A known plaintext sealed under each encryption key, which tells a wrong key at start. */
export interface EncryptionCanaryTable {
  key_id: string;
  sealed: string;
  created: TimestampColumn;
}

/** What the API processes have counted together of a name that is held to a rate. */
export interface RateLimitsTable {
  /** Kind and id of a credential, door and client network, or a mailbox by hash. */
  credential: string;
  /** When its limit is whole again. */
  full_at: TimestampColumn;
}

export interface PlatformTables {
  rate_limits: RateLimitsTable;
  idempotency_keys: IdempotencyKeysTable;
  encryption_canary: EncryptionCanaryTable;
}
