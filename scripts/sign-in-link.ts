/** `npm run sign-in`: prints a new link that signs the owner in to the console on this machine. */
import { createOwnerLink } from '../src/identity/sign-in-links.ts';
import { SettingError } from '../src/platform/config.ts';
import { readDevFile } from '../src/platform/local/dev-file.ts';
import { isLocalUrl, toSignInUrl } from '../src/platform/local/sign-in-link.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

async function main(): Promise<number> {
  await using services = await openServices('command', ['config', 'db']);
  const { config, db } = services;
  if (!isLocalUrl(config.publicUrl))
    throw new SettingError('PUBLIC_URL', 'such a link works on the machine itself alone');
  const link = await createOwnerLink(db, readDevFile(config.dataDir));
  if (link === undefined) throw new SettingError('DATA_DIR', 'its owner is not in this database');
  process.stdout.write(`${toSignInUrl(config.publicUrl, link)}\n`);
  return 0;
}

await runProcess(main);
