import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '../../src/files/blobs/folder.ts';
import { type FileOwner, insertFiles } from '../../src/files/queries.ts';
import { type StagedBlob, stageBlob } from '../../src/files/staging.ts';
import type { Tenant, World } from './client.ts';

/** Returns the blob folder of a stack. */
export const getBlobFolder = (world: World): string => join(world.stack.dataDir, 'blobs');

/** Stores a file as the product does. */
export async function addFile(
  world: World,
  tenant: Tenant,
  owner: Pick<FileOwner, 'type' | 'id'>,
  file: { readonly name: string; readonly mediaType: string; readonly data: Buffer },
): Promise<StagedBlob> {
  const { orgId, projectId } = tenant;
  const blob = await stageBlob(openFolder(getBlobFolder(world)), { orgId }, [file.data]);
  await insertFiles(world.db, { ...owner, orgId, projectId }, [{ ...file, blob }]);
  return blob;
}

/** Returns the stored bytes of an organization, including incomplete blobs. */
export function countStoredBytes(world: World, orgId: string): number {
  const folder = join(getBlobFolder(world), 'organizations', orgId);
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [];
  const files = names.map((name) => statSync(join(folder, String(name)), { throwIfNoEntry: false }));
  return files.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
}
