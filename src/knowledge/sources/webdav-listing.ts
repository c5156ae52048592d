import { readMarkup } from './markup.ts';

/** A member of a WebDAV folder, or the folder itself. */
interface DavEntry {
  /** Address or absolute path, percent-encoded. */
  readonly href: string;
  readonly isFolder: boolean;
  /** Version: the ETag, else time and size. Null if the server states neither. */
  readonly version: string | null;
}

/** Values of one response element. */
interface DavResponse {
  href: string;
  status: string;
  isFolder: boolean;
  props: Record<string, string>;
  /** Properties of the current propstat, and its status. */
  group: { props: Record<string, string>; isFolder: boolean; status: string };
}

const createGroup = () => ({ props: {}, isFolder: false, status: '' });
const PROPERTIES = new Set(['getetag', 'getlastmodified', 'getcontentlength']);

/**
 * Parses a multistatus response. Returns undefined for other or incomplete text, and if the server could not read a
 * member: such a list says nothing about missing files.
 */
export function readMultistatus(xml: string): DavEntry[] | undefined {
  const responses: DavResponse[] = [];
  const path: string[] = [];
  let response: DavResponse | undefined;
  let isComplete = false;
  readMarkup(xml, 'xml', {
    open(qualifiedName) {
      const name = toLocalName(qualifiedName);
      path.push(name);
      if (name === 'response') response = { href: '', status: '', isFolder: false, props: {}, group: createGroup() };
      if (!response) return;
      if (name === 'propstat') response.group = createGroup();
      if (name === 'collection' && path.at(-2) === 'resourcetype') response.group.isFolder = true;
    },
    text(text) {
      const name = path.at(-1) ?? '';
      const parent = path.at(-2);
      if (!response) return;
      if (name === 'href' && parent === 'response') response.href += text;
      else if (name === 'status' && parent === 'response') response.status += text;
      else if (name === 'status' && parent === 'propstat') response.group.status += text;
      else if (parent === 'prop' && PROPERTIES.has(name))
        response.group.props[name] = (response.group.props[name] ?? '') + text;
    },
    close(qualifiedName) {
      const name = toLocalName(qualifiedName);
      path.pop();
      if (name === 'multistatus' && path.length === 0) isComplete = true;
      if (!response) return;
      if (name === 'propstat' && isSuccess(response.group.status)) {
        Object.assign(response.props, response.group.props);
        response.isFolder ||= response.group.isFolder;
      }
      if (name === 'response') {
        responses.push(response);
        response = undefined;
      }
    },
  });
  const isFailed = responses.some(({ href, status }) => href === '' || (status !== '' && !isSuccess(status)));
  return !isComplete || isFailed ? undefined : responses.map(toEntry);
}

const toLocalName = (name: string) => name.slice(name.indexOf(':') + 1);
const isSuccess = (status: string) => /^\s*HTTP\/\d(?:\.\d)? 2\d\d\b/.test(status);

function toEntry({ href, isFolder, props }: DavResponse): DavEntry {
  const { getetag: etag, getlastmodified: time, getcontentlength: size } = props;
  const version = etag?.trim() || (time && size ? `${time.trim()}-${size.trim()}` : null);
  return { href: href.trim(), isFolder, version };
}
