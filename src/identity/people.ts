import { createHmac, timingSafeEqual } from 'node:crypto';
import { betterAuth } from 'better-auth';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';

/** Bounds of a password, in characters. */
export const PASSWORD_LENGTH = { least: 10, most: 128 };
const DAY_SECONDS = 86_400;

const COOKIE_PREFIX = 'holdfast';

/** What the people's side of identity stands on. */
export interface PeopleParts {
  readonly db: Db;
  readonly config: Pick<Config, 'publicUrl' | 'sessionDays'>;
  /** Signs cookies. */
  readonly secret: string;
}

export type People = ReturnType<typeof openPeople>;

/**
 * Signing in with a password, over `better-auth`. Its routes are not mounted: our operations call it. Accounts and mailed
 * links are our own, because an account exists only once its mailbox was proved.
 */
export function openPeople(parts: PeopleParts) {
  const { config, secret } = parts;
  const auth = build(parts);
  const secure = config.publicUrl.startsWith('https:');
  const cookie = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
  return {
    api: auth.api,
    /** The session's token in a Cookie header; undefined where there is none or its signature is not ours. */
    sessionToken: (header: string | undefined) => signedValue(cookieValue(header, cookie), secret),
  };
}

const STAMPS = { createdAt: 'created', updatedAt: 'modified' } as const;
const USER = {
  modelName: 'users',
  fields: { ...STAMPS, emailVerified: 'email_verified', image: 'avatar_url' },
} as const;
const SESSION = {
  modelName: 'user_sessions',
  fields: {
    ...STAMPS,
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
  },
} as const;
const ACCOUNT = {
  modelName: 'user_accounts',
  fields: {
    ...STAMPS,
    userId: 'user_id',
    providerId: 'provider_id',
    accountId: 'account_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
} as const;

function build({ db, config, secret }: PeopleParts) {
  return betterAuth({
    appName: 'Holdfast',
    baseURL: config.publicUrl,
    basePath: '/identity',
    secret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    trustedOrigins: [new URL(config.publicUrl).origin],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      maxPasswordLength: PASSWORD_LENGTH.most,
    },
    session: { ...SESSION, expiresIn: config.sessionDays * DAY_SECONDS, disableSessionRefresh: true },
    user: USER,
    account: ACCOUNT,
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: () => newId(), validateSchema: false },
      ipAddress: { ipAddressHeaders: ['x-holdfast-client-address'] },
    },
  });
}

/** The value of a cookie in a Cookie header. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** The value before its signature, where the signature (base64 of HMAC-SHA-256) is right. */
function signedValue(cookie: string | undefined, secret: string): string | undefined {
  const [, value, signature] = /^([\w-]{1,200})\.([\w+/%=]{1,200})$/.exec(cookie ?? '') ?? [];
  if (value === undefined || signature === undefined) return undefined;
  const expected = createHmac('sha256', secret).update(value).digest();
  const given = Buffer.from(signature.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}
