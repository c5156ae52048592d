import { equalsInConstantTime } from '../../platform/digest.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import { webhookProblems } from '../problems.ts';
import { AUTH_METHODS, type AuthConfig, type AuthMethod, type WebhookConfig } from './config.ts';
import { type Delivery, getHeader } from './delivery.ts';
import {
  DEFAULT_TOLERANCE_SECONDS,
  getSignedDigest,
  isSignatureValid,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
} from './senders.ts';

/** An authentication method of senders. */
interface AuthMethodKind {
  /** Fields of its settings, required or optional. */
  readonly fields: Partial<Record<keyof AuthConfig, 'needed' | 'optional'>>;
  /** Header with the secret, in lower case. Undefined for none. */
  secretHeader(config: AuthConfig): string | undefined;
  /** Whether it has a secret. */
  readonly hasSecret: boolean;
  /** Default path of the idempotency key. Null for none. */
  readonly keyPath: string | null;
  /** Signed headers, in lower case. Undefined without a signature. */
  readonly signedHeaders: readonly string[] | undefined;
  /** Digest of the signed content, equal for repeated deliveries. Undefined without a signature. */
  digest(delivery: Delivery): Promise<string | undefined>;
  /** Prefix of generated secrets. */
  readonly secretPrefix: string;
  /** Throws a 422 for an invalid secret. */
  assertValidSecret(secret: string): void;
  /** Returns whether a delivery is authenticated by one of the secrets. */
  verify(delivery: Delivery, config: AuthConfig, secrets: readonly string[]): Promise<boolean>;
}

/** Default path of the idempotency key. */
const DEFAULT_KEY_PATH = 'header:idempotency-key';

const AUTHORIZATION = 'authorization';
/** Headers with credentials, for all methods. */
const CREDENTIAL_HEADERS: readonly string[] = [AUTHORIZATION, 'proxy-authorization', 'cookie'];

/** Returns whether a header contains a sender's credential, which allows deliveries. */
export function isCredentialHeader(
  { auth_method, auth_config }: Pick<WebhookConfig, 'auth_method' | 'auth_config'>,
  header: string,
) {
  const name = header.toLowerCase();
  return CREDENTIAL_HEADERS.includes(name) || METHODS[auth_method].secretHeader(auth_config) === name;
}

/** A secret that is sent in plain text. */
function createSecretMethod(
  fields: AuthMethodKind['fields'],
  secretHeader: AuthMethodKind['secretHeader'],
  secretIn: (delivery: Delivery, config: AuthConfig) => string | undefined,
): AuthMethodKind {
  return {
    fields,
    secretHeader,
    hasSecret: true,
    keyPath: DEFAULT_KEY_PATH,
    signedHeaders: undefined,
    digest: async () => undefined,
    secretPrefix: '',
    assertValidSecret: () => undefined,
    async verify(delivery, config, secrets) {
      const given = secretIn(delivery, config);
      return given !== undefined && secrets.some((secret) => equalsInConstantTime(secret, given));
    },
  };
}

/** A secret that signs deliveries. */
function createSignatureMethod(sender: SignatureScheme): AuthMethodKind {
  return {
    fields: sender.time === null ? {} : { tolerance_seconds: 'optional' },
    secretHeader: () => undefined,
    hasSecret: true,
    keyPath: sender.keyPath,
    signedHeaders: sender.id === null ? [] : [sender.id],
    digest: (delivery) => getSignedDigest(sender, delivery),
    secretPrefix: sender.encoding === 'base64' ? 'whsec_' : '',
    assertValidSecret(secret) {
      if (sender.key(secret).length < MIN_KEY_BYTES)
        throw errors.invalid('auth_secret', webhookProblems.secret_key_too_short({ limit: MIN_KEY_BYTES }));
    },
    verify: (delivery, { tolerance_seconds = DEFAULT_TOLERANCE_SECONDS }, secrets) =>
      isSignatureValid(sender, delivery, secrets, tolerance_seconds),
  };
}

/** Minimum bytes of a signing key. */
const MIN_KEY_BYTES = 8;

const authorization = (delivery: Delivery, scheme: RegExp) =>
  scheme.exec(getHeader(delivery, 'authorization') ?? '')?.[1];

/** Returns the password of Basic credentials. Undefined for another user name. */
function getPassword(delivery: Delivery, { username = '' }: AuthConfig): string | undefined {
  const encoded = authorization(delivery, /^Basic +([A-Za-z0-9+/=_-]+)$/i);
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const [name, password] = [pair.slice(0, username.length + 1), pair.slice(username.length + 1)];
  return encoded !== undefined && equalsInConstantTime(name, `${username}:`) ? password : undefined;
}

const NONE: AuthMethodKind = {
  fields: {},
  secretHeader: () => undefined,
  hasSecret: false,
  keyPath: DEFAULT_KEY_PATH,
  signedHeaders: undefined,
  digest: async () => undefined,
  secretPrefix: '',
  assertValidSecret: () => undefined,
  verify: async () => true,
};

/** All methods by name. */
export const METHODS: Readonly<Record<AuthMethod, AuthMethodKind>> = {
  none: NONE,
  bearer: createSecretMethod(
    {},
    () => AUTHORIZATION,
    (delivery) => authorization(delivery, /^Bearer +(.+)$/i),
  ),
  basic: createSecretMethod({ username: 'needed' }, () => AUTHORIZATION, getPassword),
  header: createSecretMethod(
    { header_name: 'needed' },
    ({ header_name }) => header_name?.toLowerCase(),
    (delivery, { header_name = '' }) => getHeader(delivery, header_name),
  ),
  github: createSignatureMethod(SIGNATURE_SCHEMES.github),
  stripe: createSignatureMethod(SIGNATURE_SCHEMES.stripe),
  slack: createSignatureMethod(SIGNATURE_SCHEMES.slack),
  standard_webhooks: createSignatureMethod(SIGNATURE_SCHEMES.standard_webhooks),
};

/** Throws a 422 for unknown or missing settings of a method. */
export function assertValidAuthConfig(method: AuthMethod, config: AuthConfig): void {
  const { fields } = METHODS[method];
  const found: ValidationError[] = [];
  for (const name of Object.keys(config) as (keyof AuthConfig)[]) {
    const methods = AUTH_METHODS.filter((other) => METHODS[other].fields[name] !== undefined);
    if (fields[name] === undefined)
      found.push(errors.invalid(['auth_config', name], webhookProblems.auth_setting_not_used({ method, methods })));
  }
  for (const [name, need] of Object.entries(fields)) {
    if (need === 'needed' && !Object.hasOwn(config, name))
      found.push(errors.invalid(['auth_config', name], webhookProblems.auth_setting_missing({ method })));
  }
  throwProblems(found);
}
