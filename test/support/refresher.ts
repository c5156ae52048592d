/**
 * A process that refreshes a token forever. Prints `refreshing` once it has the lease. Arguments: database address, key
 * ring, credential id.
 */
import { getFreshToken } from '../../src/connections/tokens.ts';
import { openDatabase } from '../../src/platform/db/client.ts';
import { KeyRing } from '../../src/platform/keyring.ts';

const [url = '', keys = '', id = ''] = process.argv.slice(2);
const db = openDatabase(url, 1, () => undefined);
// Keeps the process running.
setInterval(() => undefined, 1000);
await getFreshToken({ db, ring: new KeyRing(keys) }, id, {
  refresh: () => {
    process.stdout.write('refreshing\n');
    return new Promise(() => undefined);
  },
});
