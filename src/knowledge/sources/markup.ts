import { Tokenizer } from 'htmlparser2';

/** Listener of markup events. */
interface MarkupListener {
  /** Attribute names are verbatim in XML and lower case in HTML. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(data: string): void;
  close(name: string): void;
}

/** Maximum number of attributes per tag. */
const MAX_ATTRIBUTES = 200;

/**
 * Tokenizes HTML or XML in linear time at any nesting. The listener matches tags. Document type declarations are
 * ignored.
 */
export function readMarkup(text: string, form: 'html' | 'xml', listener: MarkupListener): void {
  const isXml = form === 'xml';
  const nameIn = (start: number, end: number) =>
    isXml ? text.slice(start, end) : text.slice(start, end).toLowerCase();
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true, recognizeSelfClosing: isXml },
    {
      onopentagname(start, end) {
        tag = nameIn(start, end);
        attributes = new Map();
      },
      onopentagend: () => listener.open(tag, attributes),
      onselfclosingtag() {
        listener.open(tag, attributes);
        if (isXml) listener.close(tag);
      },
      onclosetag: (start, end) => listener.close(nameIn(start, end)),
      ontext: (start, end) => listener.text(text.slice(start, end)),
      ontextentity: (codepoint) => listener.text(String.fromCodePoint(codepoint)),
      oncdata(start, end, offset) {
        if (isXml) listener.text(text.slice(start, end - offset));
      },
      onattribname(start, end) {
        attribute = nameIn(start, end);
        value = '';
      },
      onattribdata(start, end) {
        value += text.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
}
