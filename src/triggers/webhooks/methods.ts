import { errors, refuseAll, type ValidationError } from '../../platform/errors.ts';
import { webhookProblems } from '../problems.ts';
import { AUTH_METHODS, type AuthConfig, type AuthMethod, type WebhookConfig } from './config.ts';
import { type Delivery, getHeader } from './delivery.ts';
import { equalsInConstantTime } from './equals.ts';
import {
  DEFAULT_TOLERANCE_SECONDS,
  getSignedDigest,
  isSignatureValid,
  SIGNATURE_SCHEMES,
  type SignatureScheme,
} from './senders.ts';

/** A way for senders to prove themselves. */
export interface AuthMethodKind {
  /** Fields of its settings, and whether each must be given. */
  readonly fields: Partial<Record<keyof AuthConfig, 'needed' | 'optional'>>;
  /** The header, in lower case, that holds the secret itself; undefined where none does. */
  secretHeader(config: AuthConfig): string | undefined;
  /** Whether there is a secret. */
  readonly hasSecret: boolean;
  /** Where a delivery says what it is, unless the trigger says another place; null where it does not. */
  readonly keyPath: string | null;
  /** Headers, in lower case, that a signature covers; undefined where nothing is signed. */
  readonly signedHeaders: readonly string[] | undefined;
  /** A digest of all that is signed, which is the same for a delivery that is sent again; undefined where nothing is signed. */
  digest(delivery: Delivery): Promise<string | undefined>;
  /** What begins a secret that is made here. */
  readonly secretPrefix: string;
  /** Throws a 422 on a secret that can't be one. */
  assertValidSecret(secret: string): void;
  /** Whether a delivery proves that its sender knows one of the secrets. */
  verify(delivery: Delivery, config: AuthConfig, secrets: readonly string[]): Promise<boolean>;
}

/** Where senders put a key who have no place of their own for one. */
const DEFAULT_KEY_PATH = 'header:idempotency-key';

const AUTHORIZATION = 'authorization';
/** Headers that hold what proves somebody, whichever way a trigger's senders prove themselves. */
const CREDENTIAL_HEADERS: readonly string[] = [AUTHORIZATION, 'proxy-authorization', 'cookie'];

/** Whether a header holds what proves its sender: who has the value may send as they do. */
export function isCredentialHeader(
  { auth_method, auth_config }: Pick<WebhookConfig, 'auth_method' | 'auth_config'>,
  header: string,
) {
  const name = header.toLowerCase();
  return CREDENTIAL_HEADERS.includes(name) || METHODS[auth_method].secretHeader(auth_config) === name;
}

/** A secret that is shown as it is. */
function plainSecretMethod(
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

/** A secret that signs. */
function signatureMethod(sender: SignatureScheme): AuthMethodKind {
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

/** Fewest bytes of a key that signs. */
const MIN_KEY_BYTES = 8;

const authorization = (delivery: Delivery, scheme: RegExp) =>
  scheme.exec(getHeader(delivery, 'authorization') ?? '')?.[1];

/** What stands behind the name in Basic credentials; undefined where the name is another. */
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

/** Every way, by its name. */
export const METHODS: Readonly<Record<AuthMethod, AuthMethodKind>> = {
  none: NONE,
  bearer: plainSecretMethod(
    {},
    () => AUTHORIZATION,
    (delivery) => authorization(delivery, /^Bearer +(.+)$/i),
  ),
  basic: plainSecretMethod({ username: 'needed' }, () => AUTHORIZATION, getPassword),
  header: plainSecretMethod(
    { header_name: 'needed' },
    ({ header_name }) => header_name?.toLowerCase(),
    (delivery, { header_name = '' }) => getHeader(delivery, header_name),
  ),
  github: signatureMethod(SIGNATURE_SCHEMES.github),
  stripe: signatureMethod(SIGNATURE_SCHEMES.stripe),
  slack: signatureMethod(SIGNATURE_SCHEMES.slack),
  standard_webhooks: signatureMethod(SIGNATURE_SCHEMES.standard_webhooks),
};

/** Throws a 422 on settings that the method does not take, or lacks. */
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
  refuseAll(found);
}
