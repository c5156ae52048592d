/**
 * `npm run credits`: the ledger of credits.
 *   check [org]                     prints in what the ledger differs from balances, from what is set aside and from what runs were
 *                                   charged, of all organizations or of one; ends with 1 where it does
 *   open                            books what processes of a release without a ledger have moved since it was opened
 *   grant <org> <amount>            gives an organization credits
 *   adjust <org> <amount>           corrects what it has; below zero takes away
 *   refund <org> <run> <amount>     gives back what a run, or whatever else the entry names as its cause, was charged
 * Options of the last three: --note, and --reference, under which the same is never booked twice.
 */
import { parseArgs } from 'node:util';
import { RUN_KINDS } from '../src/modules.ts';
import { DomainError } from '../src/platform/errors.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices, type Services } from '../src/services.ts';
import { AMOUNT, SIGNED_AMOUNT } from '../src/usage/amounts.ts';
import { type BookableKind, bookEntry } from '../src/usage/book-entry.ts';
import { findDifferences, openLedgers } from '../src/usage/check.ts';

const USAGE =
  'say what to do: npm run credits -- check [org] | open | grant <org> <amount> | adjust <org> <amount> | refund <org> <run> <amount> [--note text] [--reference text]';

const say = (line: string) => process.stdout.write(`${line}\n`);

type Options = { readonly note?: string; readonly reference?: string };
type Work = (db: Services['db'], args: readonly string[], options: Options) => Promise<number>;

async function check(db: Services['db'], [orgId]: readonly string[]): Promise<number> {
  const tables = RUN_KINDS.map(({ table }) => table);
  const found = await findDifferences(db, tables, orgId);
  for (const { org_id, subject, id, stands, booked } of found)
    say(
      `DIFFERENT: organization ${org_id}, ${subject}${id === org_id ? '' : ` ${id}`}: ${stands}, the ledger says ${booked}`,
    );
  say(found.length === 0 ? 'the ledger agrees with every balance and every run' : `${found.length} differences`);
  return found.length === 0 ? 0 : 1;
}

async function book(
  db: Services['db'],
  kind: BookableKind,
  given: readonly string[],
  options: Options,
): Promise<number> {
  const [orgId, amount, causeId] = kind === 'refund' ? [given[0], given[2], given[1]] : given;
  const form = kind === 'adjustment' ? SIGNED_AMOUNT : AMOUNT;
  if (orgId === undefined || amount === undefined || !new RegExp(form).test(amount)) return usage();
  const cause = kind === 'refund' ? { type: 'run', id: causeId ?? null } : { type: 'operator', id: null };
  const { entry, booked } = await db
    .transaction()
    .execute((trx) => bookEntry(trx, { kind, orgId, amount, cause, ...options }));
  say(`${booked ? 'booked' : 'was booked before'}: ${entry.kind} ${entry.available} (${entry.id})`);
  return 0;
}

function usage(): number {
  say(USAGE);
  return 1;
}

const WORKS: Readonly<Record<string, Work>> = {
  check,
  async open(db) {
    say(`${await openLedgers(db)} ledgers were brought in line`);
    return 0;
  },
  grant: (db, args, options) => book(db, 'grant', args, options),
  adjust: (db, args, options) => book(db, 'adjustment', args, options),
  refund: (db, args, options) => book(db, 'refund', args, options),
};

await runProcess(
  async () => {
    const { values, positionals } = parseArgs({
      // An amount below zero is no option.
      args: process.argv.slice(2).map((arg) => (/^-\d/.test(arg) ? ` ${arg}` : arg)),
      allowPositionals: true,
      options: { note: { type: 'string' }, reference: { type: 'string' } },
    });
    const [name = '', ...args] = positionals.map((arg) => arg.trim());
    const work = Object.hasOwn(WORKS, name) ? WORKS[name] : undefined;
    if (work === undefined) return usage();
    await using services = await openServices('command', ['db']);
    return await work(services.db, args, values);
  },
  (error) => (error instanceof DomainError ? error.message : undefined),
);
