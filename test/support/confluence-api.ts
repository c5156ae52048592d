import { type ApiAnswer, type ApiCall, JsonApi } from './json-api.ts';

/** A page of the server. */
interface ConfluencePageFixture {
  readonly title: string;
  readonly html: string;
  readonly space: string;
  readonly parent?: string;
  readonly version?: number;
  readonly status?: 'trashed';
  /** Users by mail address, and groups, to whom reading is restricted. */
  readonly restrictedTo?: { readonly users?: readonly string[]; readonly groups?: readonly string[] };
}

/** A file that is attached to a page. */
interface ConfluenceAttachmentFixture {
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly version?: number;
  readonly mediaType?: string;
}

/** A comment on a page, or a reply to another comment. */
interface ConfluenceCommentFixture {
  readonly kind: 'footer-comments' | 'inline-comments';
  readonly below: string;
  readonly storage: string;
  readonly status?: 'deleted';
}

/** Maximum number of results of a list, so that lists have several pages. */
const PAGE_SIZE = 2;
const TOKEN = 'confluence-canary-5e';

/**
 * A local server with the parts of the REST API of Confluence Cloud that a source uses: v2, and v1 for restrictions.
 */
export class ConfluenceApi {
  readonly token = TOKEN;
  /** Keys of the spaces, by id. */
  readonly spaces = new Map<string, string>();
  readonly pages = new Map<string, ConfluencePageFixture>();
  readonly attachments = new Map<string, ConfluenceAttachmentFixture>();
  readonly comments = new Map<string, ConfluenceCommentFixture>();
  /** Mail addresses of the members, by group. */
  readonly groups = new Map<string, readonly string[]>();
  /** Groups that may read, by space id. */
  readonly spaceGroups = new Map<string, readonly string[]>();
  /** Number of the next requests that are rejected because of the rate. */
  rateLimited = 0;
  /** Pages that lists lack although they are there. */
  readonly hidden = new Set<string>();
  readonly api = new JsonApi((call) => this.#answer(call));
  /** Server of the files, which answers only requests without the secret. */
  readonly files = new JsonApi(({ path, authorization }) => {
    const found = this.attachments.get(path.slice(1));
    return authorization !== '' || !found ? { status: 403 } : { file: found.text };
  });

  get siteUrl(): string {
    return `${this.api.url}/wiki`;
  }

  #answer(call: ApiCall): ApiAnswer {
    if (call.authorization !== `Basic ${Buffer.from(`reader@example.com:${TOKEN}`).toString('base64')}`)
      return { status: 401 };
    if (this.rateLimited > 0) {
      this.rateLimited -= 1;
      return { status: 429, headers: { 'retry-after': '0' } };
    }
    const parts = call.path.split('/').slice(2);
    return parts[0] === 'api' ? this.#answerV2(call, parts.slice(2)) : this.#answerV1(call, parts.slice(2));
  }

  #answerV2(call: ApiCall, [kind, id = '', below]: readonly string[]): ApiAnswer {
    if (kind === 'spaces' && id === '') {
      const keys = call.query.get('keys')?.split(',');
      const found = [...this.spaces].filter(([, key]) => keys?.includes(key) ?? true);
      return toList(
        call,
        found.map(([spaceId, key]) => ({ id: spaceId, key, name: key, status: 'current' })),
      );
    }
    if (kind === 'spaces' && below === 'permissions') {
      const grants = (this.spaceGroups.get(id) ?? []).map((group) => ({ type: 'group', id: group }));
      const read = { key: 'read', targetType: 'space' };
      return toList(
        call,
        grants.map((principal) => ({ id: principal.id, principal, operation: read })),
      );
    }
    if (kind === 'spaces') {
      const found = [...this.pages].filter(
        ([page, { space, status }]) => space === id && !status && !this.hidden.has(page),
      );
      return toList(
        call,
        found.map(([page]) => this.#toPage(page)),
      );
    }
    if (kind === 'attachments') return this.attachments.has(id) ? { value: this.#toAttachment(id) } : { status: 404 };
    if (kind === 'footer-comments' || kind === 'inline-comments') return this.#listComments(call, kind, id);
    if (!this.pages.has(id)) return { status: 404 };
    if (below === 'footer-comments' || below === 'inline-comments') return this.#listComments(call, below, id);
    if (below === 'attachments') {
      const found = [...this.attachments].filter(([, { page }]) => page === id);
      return toList(
        call,
        found.map(([attachment]) => this.#toAttachment(attachment)),
      );
    }
    if (below === 'ancestors')
      return { value: { results: this.#listAncestors(id).map((page) => ({ id: page, type: 'page' })) } };
    return {
      value: { ...this.#toPage(id), body: { view: { value: this.pages.get(id)?.html, representation: 'view' } } },
    };
  }

  #toPage(id: string) {
    const { title, space, parent = null, version = 1, status = 'current' } = this.pages.get(id)!;
    return {
      id,
      status,
      title,
      spaceId: space,
      parentId: parent,
      parentType: parent === null ? null : 'page',
      version: { number: version, createdAt: '2026-01-02T03:04:05.678Z', message: '', minorEdit: false },
      _links: { webui: `/spaces/${this.spaces.get(space)}/pages/${id}` },
    };
  }

  #toAttachment(id: string) {
    const { page, title, version = 1, mediaType = 'application/octet-stream' } = this.attachments.get(id)!;
    const webuiLink = `/pages/viewpageattachments.action?pageId=${page}`;
    return { id, status: 'current', title, mediaType, pageId: page, version: { number: version }, webuiLink };
  }

  #listComments(call: ApiCall, kind: ConfluenceCommentFixture['kind'], parent: string): ApiAnswer {
    const found = [...this.comments].filter(([, comment]) => comment.kind === kind && comment.below === parent);
    return toList(
      call,
      found.map(([id, { storage, status = 'current' }]) => ({ id, status, body: { storage: { value: storage } } })),
    );
  }

  #listAncestors(id: string): string[] {
    const parent = this.pages.get(id)?.parent;
    return parent === undefined ? [] : [...this.#listAncestors(parent), parent];
  }

  #answerV1(call: ApiCall, [kind, id = '', ...below]: readonly string[]): ApiAnswer {
    const start = Number(call.query.get('start'));
    const toUsers = (emails: readonly string[]) => emails.map((email) => ({ type: 'known', accountId: email, email }));
    if (kind === 'group' && below[0] === 'membersByGroupId')
      return { value: { results: toUsers(start > 0 ? [] : (this.groups.get(id) ?? [])), start } };
    if (kind !== 'content' || !this.pages.has(id)) return { status: 404 };
    if (below[0] === 'child') return { status: 302, headers: { location: `${this.files.url}/${below[2]}?token=once` } };
    const { users = [], groups = [] } = (start === 0 && this.pages.get(id)?.restrictedTo) || {};
    return {
      value: {
        operation: 'read',
        restrictions: {
          user: { results: toUsers(users), start },
          group: { results: groups.map((group) => ({ type: 'group', name: group, id: group })), start },
        },
      },
    };
  }
}

function toList({ path, query }: ApiCall, items: readonly object[]): ApiAnswer {
  const from = Number(query.get('cursor') ?? 0);
  const next = from + PAGE_SIZE < items.length ? { next: `${path}?limit=${PAGE_SIZE}&cursor=${from + PAGE_SIZE}` } : {};
  return {
    value: { results: items.slice(from, from + PAGE_SIZE), _links: { ...next, base: 'https://elsewhere.invalid' } },
  };
}
