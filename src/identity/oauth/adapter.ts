import { sql } from 'kysely';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import type { Config } from '../../platform/config.ts';
import { type Db, json } from '../../platform/db/client.ts';
import { sha256 } from '../../platform/digest.ts';
import { isId } from '../../platform/ids.ts';
import { findServingClient } from './clients.ts';
import { findExternalClientId } from './external-clients.ts';
import { isOtherUser } from './policy.ts';
import { isPrivateUse } from './redirects.ts';
import { findRegistration, isRegisteredClientId, type RegistrationRow, toRegisteredClientId } from './registrations.ts';
import { findProjectOfResource, findResourceOfRecord } from './resource.ts';
import { parseScopes } from './scopes.ts';

type AdapterConfig = Pick<Config, 'publicUrl' | 'oauthRegistration'>;
type ServingClient = NonNullable<Awaited<ReturnType<typeof findServingClient>>>;

/** Storage adapter of the OAuth server. Rows are keyed by the hash of a token; tokens are not stored. */
export function createAdapter(db: Db, config: AdapterConfig): (model: string) => Adapter {
  return (model) => (model === 'Client' ? createClientAdapter(db, config) : new Records(db, model, config.publicUrl));
}

function createClientAdapter(db: Db, { oauthRegistration }: AdapterConfig): Adapter {
  const readOnly = async () => {
    throw new Error('clients are changed through the API only');
  };
  return {
    find: async (id) => {
      if (isRegisteredClientId(id)) {
        const registration = oauthRegistration === 'open' ? await findRegistration(db, id) : undefined;
        return registration && toRegisteredMetadata(registration);
      }
      const client = isId(id) ? await findServingClient(db, id) : undefined;
      return client && toMetadata(client);
    },
    upsert: readOnly,
    destroy: readOnly,
    consume: readOnly,
    revokeByGrantId: readOnly,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** The OAuth server accepts private-use schemes from native clients only, and always asks their users. */
function toApplicationType(redirectUris: readonly string[]) {
  return redirectUris.some(isPrivateUse) ? ({ application_type: 'native' } as const) : {};
}

/** Converts a registration to OAuth metadata. */
function toRegisteredMetadata({ id, name, redirect_uris, grant_types }: RegistrationRow): AdapterPayload {
  return {
    client_id: toRegisteredClientId(id),
    client_name: name,
    grant_types,
    response_types: ['code'],
    redirect_uris,
    ...toApplicationType(redirect_uris),
    token_endpoint_auth_method: 'none',
    pkce_required: true,
  };
}

/** Converts a client to OAuth metadata. Its secret is a hash, which is compared with a hash. */
function toMetadata(client: ServingClient): AdapterPayload {
  return {
    client_id: client.id,
    client_name: client.name,
    ...(client.secret_hash ? { client_secret: client.secret_hash.toString('hex') } : {}),
    grant_types: client.grant_types,
    response_types: client.grant_types.includes('authorization_code') ? ['code'] : [],
    redirect_uris: client.redirect_uris,
    ...toApplicationType(client.redirect_uris),
    token_endpoint_auth_method: client.token_endpoint_auth_method as 'none',
    ...(client.scopes ? { scope: client.scopes.join(' ') } : {}),
    pkce_required: client.pkce_required,
    org_id: client.org_id,
    org_name: client.org_name,
    project_id: client.project_id,
    project_name: client.project_name,
  };
}

class Records implements Adapter {
  readonly #db: Db;
  readonly #model: string;
  readonly #publicUrl: string;

  constructor(db: Db, model: string, publicUrl: string) {
    this.#db = db;
    this.#model = model;
    this.#publicUrl = publicUrl;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (this.#model === 'Interaction' && isOtherUser(Provider.ctx)) return;
    const { jti: _id, ...kept } = payload;
    const values = {
      model: this.#model,
      payload: json<Record<string, unknown>>(kept),
      client_id: await this.#getClientId(payload),
      account_id: payload.accountId ?? null,
      grant_key: payload.grantId ? sha256(payload.grantId) : null,
      uid: payload.uid ?? null,
      scopes: parseScopes(payload.scope ?? ''),
      expires_at: sql<Date>`now() + make_interval(secs => ${expiresIn})`,
    };
    await this.#db
      .insertInto('oauth_records')
      .values({ key: sha256(id), ...values })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
      .execute();
  }

  /** Returns the stored ID of a record's client. A client that no editor created has one in each project. */
  async #getClientId(payload: AdapterPayload): Promise<string | null> {
    const { clientId } = payload;
    if (!clientId || isId(clientId)) return clientId ?? null;
    const projectId = findProjectOfResource(this.#publicUrl, findResourceOfRecord(payload));
    const id = projectId && (await findExternalClientId(this.#db, projectId, clientId));
    if (!id) throw new errors.InvalidTarget('no user has authorized the client for the resource');
    return id;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#live().where('key', '=', sha256(id)).executeTakeFirst();
    return row && toShown(row, id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#live().where('uid', '=', uid).executeTakeFirst();
    return row && toShown(row, undefined);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Of concurrent requests with the same code or refresh token, exactly one succeeds. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#db
      .updateTable('oauth_records')
      .set({ consumed_at: sql<Date>`now()` })
      .where('key', '=', sha256(id))
      .where('model', '=', this.#model)
      .where('consumed_at', 'is', null)
      .executeTakeFirst();
    if (consumed.numUpdatedRows === 0n) throw new errors.InvalidGrant('it was already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.deleteFrom('oauth_records').where('key', '=', sha256(id)).where('model', '=', this.#model).execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom('oauth_records')
      .where('grant_key', '=', sha256(grantId))
      .where('model', '=', this.#model)
      .execute();
  }

  /** Condition for records that have not expired, by the database's clock. */
  #live() {
    return this.#db
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at', 'expires_at'])
      .where('model', '=', this.#model)
      .where('expires_at', '>', sql<Date>`now()`);
  }
}

interface StoredRecord {
  readonly payload: Record<string, unknown>;
  readonly consumed_at: Date | null;
  readonly expires_at: Date;
}

function toShown(row: StoredRecord, id: string | undefined): AdapterPayload {
  return {
    ...row.payload,
    ...(id === undefined ? {} : { jti: id }),
    exp: Math.floor(row.expires_at.getTime() / 1000),
    ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
  };
}
