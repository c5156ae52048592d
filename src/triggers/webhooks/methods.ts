import { errors, refuseAll, type ValidationError } from '../../platform/errors.ts';
import { webhookProblems } from '../problems.ts';
import { AUTH_METHODS, type AuthConfig, type AuthMethod, type WebhookConfig } from './config.ts';
import { type Delivery, headerOf } from './delivery.ts';
import { sameText } from './same-text.ts';
import { digestOf, isSigned, SENDERS, type Sender, TOLERANCE_SECONDS } from './senders.ts';

/** A way for senders to prove themselves. */
export interface Method {
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
  checkSecret(secret: string): void;
  /** Whether a delivery proves that its sender knows one of the secrets. */
  proves(delivery: Delivery, config: AuthConfig, secrets: readonly string[]): Promise<boolean>;
}

/** Where senders put a key who have no place of their own for one. */
const OWN_KEY = 'header:idempotency-key';

const AUTHORIZATION = 'authorization';
/** Headers that hold what proves somebody, whichever way a trigger's senders prove themselves. */
const CREDENTIALS: readonly string[] = [AUTHORIZATION, 'proxy-authorization', 'cookie'];

/** Whether a header holds what proves its sender: who has the value may send as they do. */
export function isProof(
  { auth_method, auth_config }: Pick<WebhookConfig, 'auth_method' | 'auth_config'>,
  header: string,
) {
  const name = header.toLowerCase();
  return CREDENTIALS.includes(name) || METHODS[auth_method].secretHeader(auth_config) === name;
}

/** A secret that is shown as it is. */
function shown(
  fields: Method['fields'],
  secretHeader: Method['secretHeader'],
  secretIn: (delivery: Delivery, config: AuthConfig) => string | undefined,
): Method {
  return {
    fields,
    secretHeader,
    hasSecret: true,
    keyPath: OWN_KEY,
    signedHeaders: undefined,
    digest: async () => undefined,
    secretPrefix: '',
    checkSecret: () => undefined,
    async proves(delivery, config, secrets) {
      const given = secretIn(delivery, config);
      return given !== undefined && secrets.some((secret) => sameText(secret, given));
    },
  };
}

/** A secret that signs. */
function signing(sender: Sender): Method {
  return {
    fields: sender.time === null ? {} : { tolerance_seconds: 'optional' },
    secretHeader: () => undefined,
    hasSecret: true,
    keyPath: sender.keyPath,
    signedHeaders: sender.id === null ? [] : [sender.id],
    digest: (delivery) => digestOf(sender, delivery),
    secretPrefix: sender.encoding === 'base64' ? 'whsec_' : '',
    checkSecret(secret) {
      if (sender.key(secret).length < LEAST_KEY)
        throw errors.invalid('auth_secret', webhookProblems.secret_key_too_short({ limit: LEAST_KEY }));
    },
    proves: (delivery, { tolerance_seconds = TOLERANCE_SECONDS }, secrets) =>
      isSigned(sender, delivery, secrets, tolerance_seconds),
  };
}

/** Fewest bytes of a key that signs. */
const LEAST_KEY = 8;

const authorization = (delivery: Delivery, scheme: RegExp) =>
  scheme.exec(headerOf(delivery, 'authorization') ?? '')?.[1];

/** What stands behind the name in Basic credentials; undefined where the name is another. */
function passwordOf(delivery: Delivery, { username = '' }: AuthConfig): string | undefined {
  const encoded = authorization(delivery, /^Basic +([A-Za-z0-9+/=_-]+)$/i);
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const [name, password] = [pair.slice(0, username.length + 1), pair.slice(username.length + 1)];
  return encoded !== undefined && sameText(name, `${username}:`) ? password : undefined;
}

const NONE: Method = {
  fields: {},
  secretHeader: () => undefined,
  hasSecret: false,
  keyPath: OWN_KEY,
  signedHeaders: undefined,
  digest: async () => undefined,
  secretPrefix: '',
  checkSecret: () => undefined,
  proves: async () => true,
};

/** Every way, by its name. */
export const METHODS: Readonly<Record<AuthMethod, Method>> = {
  none: NONE,
  bearer: shown(
    {},
    () => AUTHORIZATION,
    (delivery) => authorization(delivery, /^Bearer +(.+)$/i),
  ),
  basic: shown({ username: 'needed' }, () => AUTHORIZATION, passwordOf),
  header: shown(
    { header_name: 'needed' },
    ({ header_name }) => header_name?.toLowerCase(),
    (delivery, { header_name = '' }) => headerOf(delivery, header_name),
  ),
  github: signing(SENDERS.github),
  stripe: signing(SENDERS.stripe),
  slack: signing(SENDERS.slack),
  standard_webhooks: signing(SENDERS.standard_webhooks),
};

/** Throws a 422 on settings that the method does not take, or lacks. */
export function checkAuthConfig(method: AuthMethod, config: AuthConfig): void {
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
