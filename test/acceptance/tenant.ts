import { randomUUID } from 'node:crypto';
import { Browser } from '../support/browser.ts';
import { type ApiResponse, Client, type Json } from '../support/client.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import { discoverIssuer, obtainTokens, REDIRECT, requestClientToken } from '../support/oauth.ts';
import type { DescribedOperation, Document } from './document.ts';

/** Sends what a signed-in browser sends. */
class PageClient extends Client {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    super(browser.origin, undefined);
    this.#browser = browser;
  }

  override request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...this.#browser.cookies()].map(([name, { value }]) => `${name}=${value}`).join('; ');
    return super.request(method, path, body, { cookie, origin: this.base, ...headers });
  }

  /** Paths of the document are absolute. */
  override url(path: string): string {
    return this.base + path;
  }
}

/** Client with a key or a token; paths are absolute. */
class BearerClient extends Client {
  override url(path: string): string {
    return this.base + path;
  }
}

/** A tenant created over the public API, with the ids of its resources. */
export class FilledTenant {
  /** One client per kind of credential. */
  readonly clients = new Map<string, Client>();
  readonly userId: string;
  /** Values of path parameters by the path before them. */
  readonly found = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #everybodys = new Set<string>();
  readonly #doc: Document;

  private constructor(doc: Document, userId: string) {
    this.#doc = doc;
    this.userId = userId;
  }

  /** Signs up, verifies the address, creates an organization with a project, and a credential of each kind. */
  static async settle(doc: Document, origin: string, mails: string): Promise<FilledTenant> {
    const browser = new Browser(origin);
    const who = { email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}`, name: 'Grace', browser };
    await browser.post('/identity/sign-up', who);
    const [mail = ''] = await waitForStoredMails(mails, who.email);
    const token = decodeURIComponent(/\?token=([\w.%-]+)/.exec(mail)?.[1] ?? '');
    await browser.post('/identity/verify-address', { token, password: who.password });
    await browser.post('/identity/sign-in', who);
    const page = new PageClient(browser);
    const user = await assertSuccess(page.get('/api/v1/user'));
    const tenant = new FilledTenant(doc, user.id);
    const org = await assertSuccess(page.post('/api/v1/org', { name: randomUUID(), contact_email: who.email }));
    const project = await assertSuccess(page.post(`/api/v1/org/${org.id}/project`, { name: 'First' }));
    tenant.found.set('/api/v1/org/', org.id).set('/api/v1/org/{org_id}/project/', project.id);
    const at = `/api/v1/org/${org.id}/project/${project.id}`;
    const key = await assertSuccess(page.post(`${at}/api_key`, { name: 'Key' }));
    const issuer = new URL(`${origin}/auth`);
    const machine = await assertSuccess(page.post(`${at}/oauth_client`, { name: 'Machine' }));
    const app = await assertSuccess(page.post(`${at}/oauth_client`, { name: 'App', redirect_uris: [REDIRECT] }));
    const scope = ['openid', ...doc.scopes()].join(' ');
    const { tokens } = await obtainTokens(
      await discoverIssuer(issuer, app),
      { ...who, id: user.id, signIn: async () => {} },
      scope,
    );
    tenant.clients.set('browser session', page);
    tenant.clients.set('API key', new BearerClient(origin, key.value));
    const acting = await requestClientToken(issuer, machine, 'offline_access');
    tenant.clients.set('client credentials', new BearerClient(origin, acting.access_token));
    tenant.clients.set('code flow', new BearerClient(origin, tokens.access_token));
    return tenant;
  }

  /** Returns every id in responses, except those of the user, of models and of the catalog, which are shared. */
  get ids(): ReadonlySet<string> {
    return new Set([...this.#seen].filter((id) => id !== this.userId && !this.#everybodys.has(id)));
  }

  /** The owner's client. */
  get client(): Client {
    const client = this.clients.get('API key');
    if (!client) throw new Error('the tenant has no key');
    return client;
  }

  /** Fills the path of an operation; undefined if a value is unknown. */
  pathOf(op: DescribedOperation, of: (prefix: string) => string | undefined = (prefix) => this.found.get(prefix)) {
    const filled = listPathPrefixes(op.path).map((prefix) => of(prefix));
    if (filled.some((value) => value === undefined)) return undefined;
    return op.path.replace(/\{\w+\}/g, () => encodeURIComponent(filled.shift() ?? ''));
  }

  /** Creates one resource of every kind that the document can create, and records the ids in the responses. */
  async fill(change: (op: DescribedOperation, body: Json) => Json): Promise<void> {
    const containers = new Set(this.#doc.operations.flatMap((op) => listPathPrefixes(op.path)));
    const isPlace = (op: DescribedOperation) => containers.has(`${op.path}/`);
    const order = this.#doc.operations.filter(isPlace).toSorted((a, b) => a.path.length - b.path.length);
    const makes = order.filter((op) => op.method === 'POST');
    const lists = order.filter((op) => op.method === 'GET');
    for (const op of [...makes, ...lists]) {
      const path = this.pathOf(op);
      if (path === undefined) continue;
      const body = op.method === 'POST' ? change(op, this.#doc.body(op)) : undefined;
      const answer = await this.client.request(op.method, path, body);
      if (answer.status === 200) this.#remember(op, answer);
    }
    // A tag is created with a kind, and deleted without one.
    const inProject = '/api/v1/org/{org_id}/project/{project_id}';
    this.found.set(`${inProject}/tags/`, this.found.get(`${inProject}/task/tag/`) ?? '');
    await this.#fillDocuments(inProject);
    await this.#fillSources(inProject);
    await this.#fillTriggers(inProject);
    await this.#fillRules(inProject);
    // Any user with an account can be added as a member; a project belongs to its organization.
    const itself = `project:${this.found.get('/api/v1/org/{org_id}/project/')}`;
    for (const place of containers) if (place.endsWith('/members/')) this.found.set(place, itself);
  }

  /** Documents of one upload are processed as a group, and split into chunks. */
  async #fillDocuments(inProject: string): Promise<void> {
    const documents = `${inProject}/document`;
    const [org, project] = listPathPrefixes(inProject).map((prefix) => this.found.get(prefix));
    const own = `/api/v1/org/${org}/project/${project}/document`;
    const made = await assertSuccess(this.client.post(`${own}/upload`, { text: 'Water boils at 100 degrees.' }));
    const [document] = made.documents;
    const passages = await assertSuccess(this.client.get(`${own}/${document.id}/embeddings`));
    for (const id of collectIdentifiers([made, passages])) this.#seen.add(id);
    this.found.set(`${documents}/`, document.id).set(`${documents}/create/status/`, made.group_id);
    this.found.set(`${documents}/{document_id}/embedding/`, passages.results[0].id);
  }

  /** A crawl of a missing site, which ends before the first poll. */
  async #fillSources(inProject: string): Promise<void> {
    const [org, project] = listPathPrefixes(inProject).map((prefix) => this.found.get(prefix));
    const own = `/api/v1/org/${org}/project/${project}`;
    const run = await assertSuccess(this.client.post(`${own}/scrape/start`, { urls: ['http://127.0.0.1:9/'] }));
    await assertSuccess(this.client.post(`${own}/knowledge_source/${run.knowledge_source_id}/run/${run.id}/cancel`));
    for (const id of collectIdentifiers(run)) this.#seen.add(id);
    const sources = `${inProject}/knowledge_source`;
    this.found.set(`${sources}/`, run.knowledge_source_id).set(`${sources}/{knowledge_source_id}/run/`, run.id);
    this.found.set(`${inProject}/scrape/run/`, run.id);
  }

  /** A schedule of the task that is too rare to run during the test. */
  async #fillTriggers(inProject: string): Promise<void> {
    const [org, project] = listPathPrefixes(inProject).map((prefix) => this.found.get(prefix));
    const target = { target_type: 'task', target_id: this.found.get(`${inProject}/task/`) };
    const task = await assertSuccess(this.client.get(`/api/v1/org/${org}/project/${project}/task/${target.target_id}`));
    const params: string[] = task.revisions[0].input_params;
    const task_input = Object.fromEntries(params.map((name) => [name, 'x']));
    const kinds = {
      schedule: { cron_expression: 'P300D', task_input },
      webhook: { auth_method: 'bearer', payload_mapping: Object.fromEntries(params.map((name) => [name, '$.text'])) },
    };
    for (const [kind, fields] of Object.entries(kinds)) {
      const body = { name: 'Seldom', ...target, ...fields };
      const made = await assertSuccess(this.client.post(`/api/v1/org/${org}/project/${project}/trigger/${kind}`, body));
      for (const id of collectIdentifiers(made)) this.#seen.add(id);
      this.found.set(`${inProject}/trigger/${kind}/`, made.id);
    }
    const ofTask = `${inProject}/task/{task_id}/revision/`;
    this.found.set(ofTask, task.revisions[0].id);
  }

  /** Rules that exclude unused models, and a name of the project for readers of its tasks. */
  async #fillRules(inProject: string): Promise<void> {
    const inOrg = '/api/v1/org/{org_id}';
    const [org, project] = listPathPrefixes(inProject).map((prefix) => this.found.get(prefix));
    for (const [place, path] of [
      [inOrg, `/api/v1/org/${org}`],
      [inProject, `/api/v1/org/${org}/project/${project}`],
    ] as const) {
      await assertSuccess(this.client.post(`${path}/model/exclude/by-provider`, { provider: 'google' }));
      const rules = `${place}/model/exclude/`;
      this.found.set(rules, 'provider').set(`${rules}{rule_type}/`, 'google');
    }
    const { project_key } = await assertSuccess(this.client.get(`/api/v1/org/${org}/project/${project}`));
    this.found
      .set('/public/', project_key)
      .set('/public/{project_key}/llms/task/', this.found.get(`${inProject}/task/`) ?? '');
  }

  #remember(op: DescribedOperation, { body }: ApiResponse): void {
    const records: Json[] = Array.isArray(body) ? body : (body.results ?? [body]);
    const [record] = records;
    const next = this.#doc.operations
      .find((one) => one.path.startsWith(`${op.path}/{`))
      ?.path.slice(op.path.length + 2);
    const name = record?.[next?.split('}')[0] ?? 'id'] ?? record?.id ?? record?.name;
    if (name !== undefined && !this.found.has(`${op.path}/`)) this.found.set(`${op.path}/`, String(name));
    const isShared = op.tags.some((tag) => ['Models', 'Skill catalog'].includes(tag));
    const ids = isShared ? this.#everybodys : this.#seen;
    for (const id of collectIdentifiers(body)) ids.add(id);
  }

  /** Returns every readable record by its path, without fields that change by themselves. */
  async everything(): Promise<Map<string, Json>> {
    const read = new Map<string, Json>();
    // Refusals are recorded in the target's tenant.
    for (const op of this.#doc.operations.filter((one) => one.method === 'GET' && !one.tags.includes('Audit'))) {
      const path = op.slots.length === 0 ? undefined : this.pathOf(op);
      if (path === undefined) continue;
      const answer = await this.client.get(path);
      const restless = op.tags.includes('Reports') ? [...RESTLESS, ...CALENDAR] : RESTLESS;
      read.set(path, [answer.status, omitVolatileFields(answer.body ?? answer.text, restless)]);
    }
    return read;
  }
}

/** Fields that background jobs write: sent mails, domain checks, key usage. */
const RESTLESS = [
  'sent_at',
  'delivery_error',
  'delivery_error_code',
  'delivery_error_params',
  'delivery',
  'checked_at',
  'next_check_at',
  'check_error',
  'check_error_code',
  'check_error_params',
  'last_used',
  'modified',
];

/** Report fields that depend on the time of day, up to the next quarter of an hour. Its sums do not. */
const CALENDAR = ['start_date', 'end_date', 'buckets'];

function omitVolatileFields(value: Json, restless: readonly string[]): Json {
  return JSON.parse(JSON.stringify(value, (name, inner) => (restless.includes(name) ? undefined : inner)));
}

/** Returns the parts of a path before each parameter. */
export function listPathPrefixes(path: string): string[] {
  return [...path.matchAll(/\{\w+\}/g)].map((match) => path.slice(0, match.index));
}

/** Returns every identifier in a response, in any field. */
export function collectIdentifiers(value: Json): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g)].map(([id]) => id);
}

async function assertSuccess(answer: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
