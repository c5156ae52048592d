import { bestEffort } from '../../platform/best-effort.ts';
import type { Db } from '../../platform/db/client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { Log } from '../../platform/log.ts';
import { ProviderKeys } from '../../platform/models/keys.ts';
import { MODEL_KEYS, placeIn } from '../../platform/sealed-columns.ts';
import { listEncryptedModelKeys } from './queries.ts';

/** Milliseconds between looks at what is stored: so long a process may not know of a key that another one was given. */
const POLL_INTERVAL_MS = 2000;

/** The keys of a process, which follows what is stored. */
export interface StoredModelKeys {
  readonly keys: ProviderKeys;
  /** Looks at once. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Where keys are stored. */
export interface KeyStore {
  readonly db: Db;
  /** Opens them. Without one nothing was ever sealed. */
  readonly ring: KeyRing | undefined;
}

/**
 * Opens the keys of the environment with those that are stored, and looks again and again for others. A command that has no
 * database has those of the environment alone.
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
      // What can't be opened counts as none, and is told once: everything else goes on.
      decrypted.set(variable, { sealed, key: undefined });
      await bestEffort(log, 'open the key of a model provider', () => {
        decrypted.set(variable, { sealed, key: ring.open(sealed, placeIn(MODEL_KEYS, variable)) });
      });
    }
    keys.store(new Map([...decrypted].flatMap(([variable, { key }]) => (key === undefined ? [] : [[variable, key]]))));
  };
  /** One after another: what was read earlier must not take the place of what was read later. */
  const refresh = () => {
    const next = (polling ?? Promise.resolve()).catch(() => undefined).then(poll);
    polling = next;
    return next;
  };
  const tick = async () => {
    await bestEffort(log, 'look for keys of model providers', refresh);
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
