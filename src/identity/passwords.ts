import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Minimum and maximum password length in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** Cost parameters of scrypt. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Parsed password hash. */
interface StoredHash {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Uses 32 MiB and about 0.2 s of a core, OWASP's minimum. */
const MIN_COST = 15;
const toCost = (ln: number): Cost => ({ N: 2 ** ln, r: 8, p: 3 });
/** Cost of new hashes in this process. */
let currentCost = toCost(MIN_COST);

/** Sets the cost of new hashes: the base-2 logarithm of scrypt's N. */
export function setPasswordCost(ln: number): void {
  currentCost = toCost(ln);
}

/** Hashes a password with a random salt. The hash contains its cost parameters. */
export async function hashPassword(password: string, ln?: number): Promise<string> {
  const cost = ln === undefined ? currentCost : toCost(ln);
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, 32, cost);
  const parameters = `ln=${Math.log2(cost.N)},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Result of a password check. */
interface PasswordCheck {
  readonly matches: boolean;
  /** New hash to store, if the password matches but the stored cost is outdated. */
  readonly newHash?: string;
}

/**
 * Compares a password with a hash. It always computes one hash at the current cost, even without a stored hash, so that
 * timing does not reveal whether an account exists.
 */
export async function checkPassword(hash: string | undefined, password: string): Promise<PasswordCheck> {
  const stored = hash === undefined ? undefined : parseHash(hash);
  if (stored && usesCurrentCost(stored.cost)) return { matches: await verifyHash(stored, password) };
  const [matches, newHash] = await Promise.all([stored ? verifyHash(stored, password) : false, hashPassword(password)]);
  return matches ? { matches, newHash } : { matches };
}

function usesCurrentCost(cost: Cost): boolean {
  return cost.N === currentCost.N && cost.r === currentCost.r && cost.p === currentCost.p;
}

async function verifyHash({ cost, salt, key }: StoredHash, password: string): Promise<boolean> {
  return timingSafeEqual(await deriveKey(password, salt, key.length, cost), key);
}

function parseHash(hash: string): StoredHash {
  const [, ln, r, p, salt, key] = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('a stored password hash has an unknown format');
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

function deriveKey(password: string, salt: Buffer, bytes: number, { N, r, p }: Cost): Promise<Buffer> {
  // Twice the required memory, because Node's limit is strict.
  const cost = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // Two devices may encode the same characters as different code points.
    scrypt(password.normalize('NFKC'), salt, bytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
