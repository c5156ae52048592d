import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadExtraPackage } from './extra-packages.ts';

/** A folder that the package `webdav-server` serves to one user. */
interface WebdavServer {
  readonly url: string;
  write(path: string, text: string): void;
  remove(path: string): void;
  close(): Promise<void>;
}

/** The used part of the package. */
// biome-ignore lint/suspicious/noExplicitAny: The package is not installed when types are checked.
type Package = { readonly v2: Record<string, any> };

/** Starts a WebDAV server for a new folder, with the password of its user `reader`. */
export async function startWebdavServer(password: string): Promise<WebdavServer> {
  const { v2 } = (await loadExtraPackage('webdav-server', '2.6.3')) as Package;
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-webdav-'));
  const users = new v2.SimpleUserManager();
  const rights = new v2.SimplePathPrivilegeManager();
  rights.setRights(users.addUser('reader', password, false), '/', ['all']);
  const server = new v2.WebDAVServer({
    requireAuthentification: true,
    httpAuthentication: new v2.HTTPBasicAuthentication(users, 'files'),
    privilegeManager: rights,
    hostname: '127.0.0.1',
    port: 0,
  });
  await server.setFileSystemAsync('/files', new v2.PhysicalFileSystem(folder));
  const http: Server = await server.startAsync(0);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/files`,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}
