/**
 * `npm run owner -- [--email address] [--organization id] [--administrator]`: makes the user with the address (default
 * OWNER_EMAIL) or a new user an owner, with a new password and API key. Prints both as JSON; they are stored nowhere
 * else. --organization is required if there are several. --administrator also grants platform administration.
 */
import { parseArgs } from 'node:util';
import { recoverOwner } from '../src/organizations/owner-recovery.ts';
import { selectActiveOrganizations } from '../src/organizations/queries.ts';
import { SettingError } from '../src/platform/config.ts';
import { isEmailAddress } from '../src/platform/mail/address.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices, type Services } from '../src/services.ts';

/** Returns the named organization, or the only one. */
async function getOrganization(db: Services['db'], given: string | undefined): Promise<string> {
  const organizations = await selectActiveOrganizations(db);
  const [only] = organizations;
  if (only === undefined)
    throw new Error('the database has no organization; `node scripts/bootstrap.ts` makes the first');
  const meant =
    given === undefined
      ? organizations.length === 1
        ? only
        : undefined
      : organizations.find(({ id }) => id === given);
  if (meant) return meant.id;
  const known = organizations.slice(0, 20).map(({ id, name }) => `  ${id}  ${name}`);
  throw new Error([`name one of the organizations with --organization:`, ...known].join('\n'));
}

await runProcess(
  async () => {
    const { values } = parseArgs({
      options: {
        email: { type: 'string' },
        organization: { type: 'string' },
        administrator: { type: 'boolean', default: false },
      },
    });
    await using services = await openServices('command', ['config', 'db']);
    const { config, db } = services;
    const email = values.email ?? config.ownerEmail;
    if (!isEmailAddress(email)) throw new SettingError('--email', 'must be an e-mail address');
    const orgId = await getOrganization(db, values.organization);
    const owner = await recoverOwner(db, email, orgId, values.administrator);
    process.stdout.write(`${JSON.stringify({ console_url: config.publicUrl, ...owner }, null, 2)}\n`);
    return 0;
  },
  (error) => (error as Error).message,
);
