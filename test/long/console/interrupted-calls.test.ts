import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play } from '../../support/agents.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';

/** Words of the other kinds of requests, which this card must not contain. */
const OF_APPROVALS = /\b(?:approve|approved|reject|rejected|rejection)\b/i;
const OF_UNCLEAR_CALLS = /arrive|send it again|sent again|recorded as done/i;

describeConsole('an approval request in the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let outside: Server;
  let origin: string;
  const keys = new Map<string, (string | undefined)[]>();
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    // Reads the first request and disconnects; responds to later ones.
    outside = createServer((request, response) => {
      const path = request.url ?? '/';
      const seen = [...(keys.get(path) ?? []), request.headers['idempotency-key'] as string | undefined];
      keys.set(path, seen);
      request.resume().on('end', () => (seen.length === 1 ? request.socket.destroy() : response.end('paid')));
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    outside.close();
    await world.close();
  });

  /** Creates an interrupted payment. Returns the agent, its run and the approval request. */
  async function brokenOff(path: string) {
    const call = { name: 'http_request', arguments: { method: 'POST', url: origin + path, body: '1200 EUR' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Paid.' }], { say: 'Pay the invoice.' });
    const fields = { name: 'Payer', builtin_tools: ['http_request'], approval_policy: { default: 'never', rules: [] } };
    const agent = await makeAgent(tenant, fields);
    const run = await agent.run(message);
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'confirm_effect', status: 'pending' });
    return { agent, run, request: request! };
  }

  const card = (page: Page) => page.locator('main article');
  const said = async (page: Page) => (await card(page).innerText()).replaceAll(/\s+/g, ' ');
  const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

  it('for an interrupted call shows when it was sent, what is known and what each answer does, and a yes records it without sending', async () => {
    const { agent, run, request } = await brokenOff('/yes');
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/');
    await page.getByRole('link', { name: 'Did this call succeed? Send POST' }).click();
    await page.getByRole('heading', { name: /^Did this call succeed\? Send POST to 127\.0\.0\.1:\d+\/yes$/ }).waitFor();
    const yes = page.getByRole('button', { name: 'It succeeded: mark as done' });
    await yes.waitFor();
    const shown = await said(page);
    for (const part of [
      'The connection failed after the call was sent',
      'Did this call take effect?',
      request.rule.evidence,
      'sent once',
      'The same call is sent again with the same idempotency key.',
      'The call is marked as done and not sent again.',
      'The call is not sent again until someone decides.',
      'Sent arguments',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(OF_APPROVALS);
    expect(await page.locator(`time[datetime="${request.rule.sent_at}"]`).count()).toBe(1);
    expect(await card(page).getByText(request.tool_call_id.slice(0, 8)).count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Edit…' }).count()).toBe(0);
    await screen.accessible();
    await screen.picture('approval-unclear', { phone: true });
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await screen.notification('Marked as done, not sent again: Send POST');
    await receipt(page).getByText('marked as done by a person; not sent again').waitFor();
    await receipt(page).getByText('Confirmed as succeeded', { exact: true }).waitFor();
    expect(await said(page)).not.toMatch(OF_APPROVALS);
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed' });
    expect(keys.get('/yes')).toHaveLength(1);
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('treeitem', { name: /waited .*: Marked as done/ }).waitFor();
    await screen.close();
  });

  it('warns before a no sends the call again: only a second press does so, with the same key, and the receipt says so', async () => {
    const { agent, request } = await brokenOff('/no');
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${request.id}`);
    await page.getByRole('button', { name: 'It failed: send it again' }).waitFor();
    await page.keyboard.press('r');
    await page.getByText('If the first call succeeded, it may take effect twice.').waitFor();
    expect(keys.get('/no')).toHaveLength(1);
    expect(await said(page)).not.toMatch(OF_APPROVALS);
    await page.getByRole('button', { name: 'Send it again', exact: true }).click();
    await screen.notification('Sent again: Send POST');
    await receipt(page).getByText('sent again: succeeded').waitFor();
    await receipt(page).getByText('Reported as failed', { exact: true }).waitFor();
    expect(await said(page)).not.toMatch(OF_APPROVALS);
    await agent.resume(request.id);
    expect(keys.get('/no')).toEqual([request.tool_call_id, request.tool_call_id]);
    await screen.close();
  });

  it('for a waiting call or a budget shows no text for interrupted calls', async () => {
    const { message } = await play(world, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
    const policy = {
      default: 'always',
      rules: [{ tool: 'calculator', mode: 'always', expires_in: 'PT1H', on_reject: 'fail' }],
    };
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const [request] = await agent.requests(run.id);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${request!.id}`);
    await page.getByRole('button', { name: 'Reject…' }).waitFor();
    const ofCall = await said(page);
    expect(ofCall).not.toMatch(OF_UNCLEAR_CALLS);
    // A rule that ends the run at a rejection ends it where nobody decides, too.
    expect(ofCall).toContain('After the deadline, the tool is not called and the run fails.');
    const rule = { question: 'May this run spend more credits?', spent: '2', limit: '1.5', needed: '0.5' };
    await sql`update approval_requests set kind = 'budget', tool_name = 'budget', tool_type = 'budget', effect = 'none',
      expires_at = null, arguments = '{"credits": "3"}', rule = ${JSON.stringify(rule)}::json where id = ${request!.id}`.execute(
      world.db,
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Allow the run to spend 3 more credits' }).waitFor();
    await page.getByRole('button', { name: 'Allow credits' }).waitFor();
    const ofBudget = await said(page);
    for (const part of ['2 of 1.5 credits are spent', 'Spends credits', 'The run waits until someone decides.'])
      expect(ofBudget).toContain(part);
    expect(ofBudget).not.toMatch(OF_UNCLEAR_CALLS);
    expect(ofBudget).not.toMatch(OF_APPROVALS);
    await screen.close();
  });

  it('shows every hidden character of a call with their count, and invisible spaces', async () => {
    const hidden = Array.from({ length: 33 }, (_, at) => String.fromCodePoint(0xe0100 + at)).join('');
    const args = {
      to: `bob@example.com${hidden}`,
      memo: ' two  spaces ',
      'na\u200Bme': 'a\u3164b\u00A0c\u001B',
      nested: { note: 'x\u00ADy' },
    };
    const { message } = await play(world, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '2+2' } }] }]);
    const agent = await makeAgent(tenant, {
      builtin_tools: ['calculator'],
      approval_policy: { default: 'always', rules: [] },
    });
    const run = await agent.run(message);
    const [request] = await agent.requests(run.id);
    await sql`update approval_requests set arguments = ${JSON.stringify(args)}::json where id = ${request!.id}`.execute(
      world.db,
    );
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${request!.id}`);
    await page.getByText('38 hidden characters, shown as their codes').waitFor();
    const list = page.getByRole('region', { name: 'Arguments' });
    for (const part of [
      `bob@example.com[U+E0100]`,
      '[U+E0120]',
      '␣two␣␣spaces␣',
      'na[U+200B]me',
      'a[U+3164]b[U+00A0]c[U+001B]',
      'x[U+00AD]y',
    ])
      await list.getByText(part).first().waitFor();
    // Raw JSON and the receipt show hidden characters too.
    await page.getByRole('button', { name: 'JSON' }).click();
    await list.getByText('na[U+200B]me').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/[\u{E0100}-\u{E01EF}\u200B\u3164\u00AD]/u);
    await screen.accessible();
    await screen.picture('approval-hidden', { phone: true });
    expect((await agent.reject(request!.id)).status).toBe(200);
    await receipt(page).getByText('38 hidden characters').waitFor();
    await screen.close();
  });
});
