import { runBestEffort } from '../../platform/best-effort.ts';
import type { Db } from '../../platform/db/client.ts';
import { MODEL_KEYS, toEncryptionContext } from '../../platform/encrypted-columns.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { Log } from '../../platform/log.ts';
import { ProviderKeys } from '../../platform/models/provider-keys.ts';
import { listEncryptedModelKeys } from './queries.ts';

/** Poll interval in milliseconds, the maximum delay until a process sees a key that another stored. */
const POLL_INTERVAL_MS = 2000;

/** The keys of a process, updated from the database. */
export interface StoredModelKeys {
  readonly keys: ProviderKeys;
  /** Polls immediately. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Storage of the keys. */
interface KeyStore {
  readonly db: Db;
  /** Decrypts the keys. Undefined if none was ever stored. */
  readonly ring: KeyRing | undefined;
}

/**
 * Opens the keys of the environment and of the database, and polls for changes. Without a database, only those of the
 * environment.
 */
export async function openModelKeys(store: KeyStore | undefined, log: Log): Promise<StoredModelKeys> {
  const keys = new ProviderKeys(process.env);
  const decrypted = new Map<string, { readonly sealed: string; readonly key: string | undefined }>();
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const poll = async () => {
    const ring = store?.ring;
    if (store === undefined || ring === undefined) return;
    const rows = await listEncryptedModelKeys(store.db);
    const storedVariables = new Set(rows.map(({ variable }) => variable));
    for (const variable of decrypted.keys()) if (!storedVariables.has(variable)) decrypted.delete(variable);
    for (const { variable, sealed } of rows) {
      if (decrypted.get(variable)?.sealed === sealed) continue;
      // A key that cannot be decrypted is logged once and skipped.
      decrypted.set(variable, { sealed, key: undefined });
      await runBestEffort(log, 'decrypt the key of a model provider', () => {
        decrypted.set(variable, { sealed, key: ring.decrypt(sealed, toEncryptionContext(MODEL_KEYS, variable)) });
      });
    }
    keys.setStored(
      new Map([...decrypted].flatMap(([variable, { key }]) => (key === undefined ? [] : [[variable, key]]))),
    );
  };
  /** Serializes polls, so that an older read cannot replace a newer one. */
  const refresh = () => {
    const next = (polling ?? Promise.resolve()).catch(() => undefined).then(poll);
    polling = next;
    return next;
  };
  const tick = async () => {
    await runBestEffort(log, 'poll the keys of model providers', refresh);
    schedule();
  };
  const schedule = () => {
    if (!closed) timer = setTimeout(tick, POLL_INTERVAL_MS).unref();
  };

  await refresh();
  schedule();
  return {
    keys,
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await polling?.catch(() => undefined);
    },
  };
}
