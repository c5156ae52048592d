/**
 * `npm run credits`: manages the credit ledger.
 *   check [org]                   prints differences between ledger, balances, reservations and runs; exits with 1 if any
 *   grant <org> <amount>          grants credits
 *   adjust <org> <amount>         corrects the balance; a negative amount removes credits
 *   refund <org> <run> <amount>   refunds what a run or another cause was charged
 * Options of the last three: --note, and --reference, which makes the command idempotent.
 */
import { parseArgs } from 'node:util';
import { RUN_KINDS } from '../src/modules.ts';
import { DomainError } from '../src/platform/errors.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices, type Services } from '../src/services.ts';
import { AMOUNT, SIGNED_AMOUNT } from '../src/usage/amounts.ts';
import { type BookableKind, bookEntry } from '../src/usage/book-entry.ts';
import { findDifferences } from '../src/usage/check.ts';

const USAGE =
  'Usage: npm run credits -- check [org] | grant <org> <amount> | adjust <org> <amount> | refund <org> <run> <amount> [--note text] [--reference text]';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

type Options = { readonly note?: string; readonly reference?: string };
type Command = (db: Services['db'], args: readonly string[], options: Options) => Promise<number>;

async function check(db: Services['db'], [orgId]: readonly string[]): Promise<number> {
  const tables = RUN_KINDS.map(({ table }) => table);
  const found = await findDifferences(db, tables, orgId);
  for (const { org_id, subject, id, actual, booked } of found)
    printLine(
      `DIFFERENT: organization ${org_id}, ${subject}${id === org_id ? '' : ` ${id}`}: ${actual}, the ledger says ${booked}`,
    );
  printLine(found.length === 0 ? 'the ledger agrees with every balance and every run' : `${found.length} differences`);
  return found.length === 0 ? 0 : 1;
}

async function book(
  db: Services['db'],
  kind: BookableKind,
  args: readonly string[],
  options: Options,
): Promise<number> {
  const [orgId, amount, causeId] = kind === 'refund' ? [args[0], args[2], args[1]] : args;
  const form = kind === 'adjustment' ? SIGNED_AMOUNT : AMOUNT;
  if (orgId === undefined || amount === undefined || !new RegExp(form).test(amount)) return usage();
  const cause = kind === 'refund' ? { type: 'run', id: causeId ?? null } : { type: 'operator', id: null };
  const { entry, booked } = await db
    .transaction()
    .execute((trx) => bookEntry(trx, { kind, orgId, amount, cause, ...options }));
  printLine(`${booked ? 'booked' : 'was booked before'}: ${entry.kind} ${entry.available} (${entry.id})`);
  return 0;
}

function usage(): number {
  printLine(USAGE);
  return 1;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  check,
  grant: (db, args, options) => book(db, 'grant', args, options),
  adjust: (db, args, options) => book(db, 'adjustment', args, options),
  refund: (db, args, options) => book(db, 'refund', args, options),
};

await runProcess(
  async () => {
    const { values, positionals } = parseArgs({
      // A negative amount is not an option.
      args: process.argv.slice(2).map((arg) => (/^-\d/.test(arg) ? ` ${arg}` : arg)),
      allowPositionals: true,
      options: { note: { type: 'string' }, reference: { type: 'string' } },
    });
    const [name = '', ...args] = positionals.map((arg) => arg.trim());
    const work = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (work === undefined) return usage();
    await using services = await openServices('command', ['db']);
    return await work(services.db, args, values);
  },
  (error) => (error instanceof DomainError ? error.message : undefined),
);
