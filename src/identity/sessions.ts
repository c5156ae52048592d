import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { Executor } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';

const DAY_SECONDS = 86_400;

/** Session cookie: the session's token and its signature. */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;
  readonly #seconds: number;
  readonly #secret: string;

  constructor(config: Pick<Config, 'publicUrl' | 'sessionDays'>, secret: string) {
    const secure = config.publicUrl.startsWith('https:');
    this.#name = `${secure ? '__Secure-' : ''}holdfast.session_token`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    this.#seconds = config.sessionDays * DAY_SECONDS;
    this.#secret = secret;
  }

  /** Set-Cookie header of a session. Without `remember`, the cookie ends with the browser. */
  set(token: string, remember: boolean): string {
    const value = encodeURIComponent(`${token}.${this.#signature(token).toString('base64')}`);
    return `${this.#name}=${value}; ${this.#attributes}${remember ? `; Max-Age=${this.#seconds}` : ''}`;
  }

  /** Set-Cookie header that deletes the cookie. */
  clear(): string {
    return `${this.#name}=; ${this.#attributes}; Max-Age=0`;
  }

  /** Session token of a Cookie header; undefined without a valid signature. */
  readToken(header: string | undefined): string | undefined {
    const cookies = header?.split(';').map((part) => part.trim());
    const value = cookies?.find((part) => part.startsWith(`${this.#name}=`))?.slice(this.#name.length + 1);
    const [, token, signature] = /^([\w-]{1,200})\.([\w+/%=]{1,200})$/.exec(value ?? '') ?? [];
    if (token === undefined || signature === undefined) return undefined;
    const plain = signature.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=');
    const [actual, expected] = [Buffer.from(plain, 'base64'), this.#signature(token)];
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? token : undefined;
  }

  #signature(token: string): Buffer {
    return createHmac('sha256', this.#secret).update(token).digest();
  }
}

/** Session to start. */
interface NewSession {
  readonly userId: string;
  readonly days: number;
  /** Maximum number of sessions per user; the oldest end. 0 means unlimited. */
  readonly maxSessions: number;
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
}

/** Starts a session of an authenticated user and returns its token. */
export async function startSession(trx: Executor, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('user_sessions')
    .values({
      id: newId(),
      user_id: session.userId,
      token,
      expires_at: sql<Date>`now() + make_interval(days => ${session.days})`,
      ip_address: session.ipAddress,
      user_agent: session.userAgent?.slice(0, 1000) ?? null,
    })
    .execute();
  if (session.maxSessions > 0)
    await sql`delete from user_sessions where id in (
      select id from user_sessions where user_id = ${session.userId} order by id desc offset ${session.maxSessions})`.execute(
      trx,
    );
  return token;
}

/** Finds the user of a session; undefined if it has ended. */
export async function findSessionUser(db: Executor, token: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('user_sessions')
    .select('user_id')
    .where('token', '=', token)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return session?.user_id;
}

/** Whether a session is active. */
export async function isOpenSession(db: Executor, id: string): Promise<boolean> {
  const session = await db
    .selectFrom('user_sessions')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return session !== undefined;
}

/** Ends a session and returns its user; undefined if it had already ended. */
export async function endSession(trx: Executor, token: string): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('user_sessions')
    .where('token', '=', token)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return deleted?.user_id;
}

/** Public columns of a session, without its token. */
const SESSION_COLUMNS = ['id', 'ip_address', 'user_agent', 'created', 'expires_at'] as const;

/** Lists a user's active browser sessions, newest first. */
export function listSessions(db: Executor, userId: string, page: PageRequest) {
  const live = db
    .selectFrom('user_sessions')
    .select(SESSION_COLUMNS)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`);
  return paginate(live, sortByNewest('id'), page);
}

/** Ends a session of a user; undefined if it has ended or belongs to another user. */
export function endSessionOfUser(trx: Executor, userId: string, id: string) {
  return trx
    .deleteFrom('user_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(SESSION_COLUMNS)
    .executeTakeFirst();
}

/** Ends all sessions of a user except `but`, and returns their number. */
export async function endSessions(trx: Executor, userId: string, exceptId: string | null): Promise<number> {
  const deleted = await trx
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
