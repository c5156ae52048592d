import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { Client, Json, Tenant } from './client.ts';
import type { Account, ScriptedAnswer, ServiceRequest } from './services-server.ts';

/** An account at the services that a test controls from its process. */
export interface TestAccount {
  /** Name of the account, also its API key. */
  readonly name: string;
  /** Returns its requests, oldest first. */
  requests(): Promise<ServiceRequest[]>;
  /** Adds responses of its APIs. */
  answer(...answers: readonly ScriptedAnswer[]): Promise<void>;
  /** Ends its access token or its grant. */
  end(what: 'access' | 'grant'): Promise<void>;
}

/** Creates an account at the services. */
export async function openAccount(script: Account = {}): Promise<TestAccount> {
  const name = `acc-${randomUUID()}`;
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${inject('servers').servicesUrl}/control/accounts/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  await call('PUT', name, script);
  return {
    name,
    requests: () => call('GET', `${name}/requests`),
    answer: async (...answers) => void (await call('PUT', `${name}/answers`, answers)),
    async end(what) {
      await call('PUT', `${name}/forget-access`);
      if (what === 'grant') await call('PUT', `${name}/forget-refresh`);
    },
  };
}

/** Starts the authorization of an integration. */
export async function beginAuthorization(tenant: Tenant, id: string, query = '', client: Client = tenant.owner) {
  const begun = await client.post(`${tenant.project}/integration/${id}/authorize${query}`);
  expect(begun).toMatchObject({ status: 200, body: { authorization_url: expect.any(String) } });
  return new URL(begun.body.authorization_url as string);
}

/** Consents at the service. Returns path and query of the callback. */
export async function giveConsent(authorize: URL, account: TestAccount): Promise<string> {
  const at = new URL(authorize);
  at.searchParams.set('account', account.name);
  const response = await fetch(at, { redirect: 'manual' });
  expect(response.status).toBe(302);
  const back = new URL(response.headers.get('location') ?? '');
  return back.pathname.replace('/api/v1', '') + back.search;
}

/** Authorizes an integration as the tenant's owner. */
export async function authorize(tenant: Tenant, id: string, account: TestAccount): Promise<Json> {
  const callback = await giveConsent(await beginAuthorization(tenant, id), account);
  const came = await tenant.owner.get(callback);
  expect(came).toMatchObject({ status: 200, body: { id, status: 'authorized' } });
  return came.body;
}

/** Creates an integration of the tenant. */
export async function makeIntegration(tenant: Tenant, type: string, fields: object = {}): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/integration`, { type, ...fields });
  expect(made).toMatchObject({ status: 200 });
  return made.body;
}
