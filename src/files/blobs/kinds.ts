import { join } from 'node:path';
import type { BlobSettings } from '../../platform/config/files.ts';
import type { Config } from '../../platform/config.ts';
import { openFolder } from './folder.ts';
import type { BlobStore } from './store.ts';

type Settings<K> = Extract<BlobSettings, { kind: K }>;

/** Blob stores by the value of BLOB_STORE. */
const KINDS: {
  readonly [K in BlobSettings['kind']]: (config: Config, settings: Settings<K>) => BlobStore | Promise<BlobStore>;
} = {
  folder: (config) => openFolder(join(config.dataDir, 'blobs')),
  s3: async (_config, settings) => (await import('./s3.ts')).openS3(settings),
};

/** Opens the configured blob store. Throws a SettingError if the settings are invalid. */
export async function openBlobs(config: Config): Promise<BlobStore> {
  const open = KINDS[config.blobs.kind] as (config: Config, settings: BlobSettings) => BlobStore | Promise<BlobStore>;
  const store = await open(config, config.blobs);
  await store.check();
  return store;
}
