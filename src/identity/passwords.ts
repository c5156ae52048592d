import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Bounds of a password, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };

/** What scrypt takes of a machine for one password. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** A hash taken apart. */
interface StoredHash {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** 32 MiB and about 0.2 s of a core, which OWASP names as the least. */
const MIN_COST = 15;
const toCost = (ln: number): Cost => ({ N: 2 ** ln, r: 8, p: 3 });
/** What this process hashes with. */
let today = toCost(MIN_COST);

/** Sets what this process hashes passwords with: the logarithm of scrypt's N to base 2. */
export function setPasswordCost(ln: number): void {
  today = toCost(ln);
}

/** Hashes a password with a salt of its own; the hash names its cost, which may be another one later. */
export async function hashPassword(password: string, ln?: number): Promise<string> {
  const cost = ln === undefined ? today : toCost(ln);
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, 32, cost);
  const named = `ln=${Math.log2(cost.N)},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${named}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** What came of comparing a password with a hash. */
export interface PasswordCheck {
  readonly fits: boolean;
  /** The hash to keep in place of a fitting one whose cost is another than today's. */
  readonly renewed?: string;
}

/**
 * Compares a password with a hash. A hash is always made at today's cost, also where there is none to compare with or it has
 * another cost: how long it takes tells nobody whether there is an account.
 */
export async function checkPassword(hash: string | undefined, password: string): Promise<PasswordCheck> {
  const stored = hash === undefined ? undefined : parseHash(hash);
  if (stored && usesCurrentCost(stored.cost)) return { fits: await matches(stored, password) };
  const [fits, renewed] = await Promise.all([stored ? matches(stored, password) : false, hashPassword(password)]);
  return fits ? { fits, renewed } : { fits };
}

function usesCurrentCost(cost: Cost): boolean {
  return cost.N === today.N && cost.r === today.r && cost.p === today.p;
}

async function matches({ cost, salt, key }: StoredHash, password: string): Promise<boolean> {
  return timingSafeEqual(await deriveKey(password, salt, key.length, cost), key);
}

function parseHash(hash: string): StoredHash {
  const [, ln, r, p, salt, key] = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('a stored password is in no form that is known');
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

function deriveKey(password: string, salt: Buffer, bytes: number, { N, r, p }: Cost): Promise<Buffer> {
  // Twice what it takes, since the bound is a hard one.
  const cost = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // The same letters typed on two machines may come as different code points.
    scrypt(password.normalize('NFKC'), salt, bytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
