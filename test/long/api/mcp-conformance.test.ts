import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { openWorld, type Tenant, type World } from '../../support/client.ts';
import { createPerson, startExtraApi } from '../../support/identity.ts';
import {
  type CredentialProxy,
  exposeSuiteTools,
  installSuite,
  runSuite,
  type SuiteResults,
  startCredentialProxy,
} from '../../support/mcp-conformance.ts';
import type { ScriptedMcpServer } from '../../support/mcp-server.ts';
import { grantConsent } from '../../support/oauth.ts';

const TIMEOUT_MS = 300_000;

let world: World;
let tenant: Tenant;
let api: Awaited<ReturnType<typeof startExtraApi>>;
let proxy: CredentialProxy;
let tools: ScriptedMcpServer;
let suite: string;

beforeAll(async () => {
  suite = await installSuite();
  world = openWorld();
  tenant = await world.tenant();
  proxy = await startCredentialProxy(tenant.key);
  // The suite sends the origin of the proxy, and waits for three notifications of progress.
  api = await startExtraApi(world.stack, { STREAM_COMMENT_MS: '100', CORS_ORIGINS: new URL(proxy.url).origin });
  proxy.forwardTo(`${api.origin}/mcp/${tenant.projectId}`);
  tools = await exposeSuiteTools(world, tenant);
}, TIMEOUT_MS);
afterAll(async () => {
  proxy.close();
  await tools[Symbol.asyncDispose]();
  await api.stop();
  await world.close();
});

/** Failures of the suite by their reason: a scenario, or `scenario:check` where its other checks pass. */
const EXPECTED_FAILURES = {
  'the server offers no prompts': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-non-tool-request',
    'caching:sep-2549-prompts-list-caching-hints',
  ],
  'the server offers no completions': ['completion-complete'],
  'the server sends no log messages': [
    'logging-set-level',
    'tools-call-with-logging',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
  ],
  'resources never change, so the server offers no subscriptions': ['resources-subscribe', 'resources-unsubscribe'],
  'resources are files of runs: a server cannot serve the URIs test://…': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  'tools ask for nothing but approvals: no forms, sampling or roots': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
  ],
  'the gateway returns text resources of a tool as text, as models get them': [
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
  ],
  'models refuse schemas with allOf at the top, so such tools are left out': ['json-schema-2020-12'],
  'arguments are never required in headers': ['http-custom-header-server-validation'],
};

/** Lists the failures, by check for the scenarios of which some checks must pass. */
function listFailures(results: SuiteResults): string[] {
  return [...results]
    .flatMap(([scenario, checks]) => {
      if (scenario === 'caching' || scenario === 'server-stateless')
        return checks.map((check) => `${scenario}:${check}`);
      return checks.length > 0 ? [scenario] : [];
    })
    .toSorted();
}

describe('the MCP server', () => {
  it.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])(
    'fails no scenario of the suite in revision %s but the expected ones',
    { timeout: TIMEOUT_MS },
    async (revision, minimum) => {
      const results = await runSuite(suite, [
        'server',
        '--url',
        proxy.url,
        '--suite',
        'all',
        '--spec-version',
        revision,
      ]);
      const expected = Object.values(EXPECTED_FAILURES).flat();
      expect(listFailures(results)).toEqual(
        expected.filter((failure) => results.has(failure.split(':')[0] ?? '')).toSorted(),
      );
      expect(results.size).toBeGreaterThanOrEqual(minimum);
    },
  );
});

describe('the OAuth server', () => {
  it('passes every authorization scenario of the suite', { timeout: TIMEOUT_MS }, async () => {
    const { body: client } = await tenant.owner.post(`${tenant.project}/oauth_client`, {
      name: 'Suite',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    });
    const person = await createPerson(world, api.origin);
    await tenant.letIn(person.id);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${person.id}`, { add: ['editor'] });
    await person.signIn();
    const authorize = async (address: string) => {
      // The suite requests no scope. The server grants none by default.
      const page = await person.browser.follow(await person.browser.get(`${address}&scope=task:run`));
      const { location, text } = await grantConsent(person, page);
      if (location === undefined) throw new Error(text);
      await fetch(location);
    };
    const port = String(await findFreePort());
    const results = await runSuite(
      suite,
      [
        ...['authorization', '--url', `${api.origin}/auth`, '--client-id', client.client_id, '--port', port],
        ...['--resource', `${api.origin}/mcp/${tenant.projectId}`],
      ],
      async (text) => {
        const [address] = /http\S+\/oauth2\/auth\?\S+/.exec(text) ?? [];
        if (address !== undefined) await authorize(address);
      },
    );
    expect(Object.fromEntries(results)).toEqual({
      'authorization-server-metadata-endpoint': [],
      'authorization-code-grant': [],
    });
  });
});
