import { isRecord } from '../../platform/json-schema.ts';
import type { DeclaredBody } from '../declared.ts';
import type { ArgumentNames } from './argument-names.ts';
import { type JsonObject, Unsupported } from './document.ts';
import { styleOf } from './parameters.ts';
import { followed } from './references.ts';
import type { Argument } from './schemas.ts';
import { readable } from './texts.ts';

const LONGEST_DESCRIPTION = 1000;
/** How deep a form is looked through for files. */
const DEEPEST_FORM = 4;

/** Types of bodies that can be sent, the best first. */
const TYPES: readonly { readonly type: DeclaredBody['type']; readonly is: RegExp; readonly usual: string }[] = [
  {
    type: 'json',
    is: /^(?:application\/(?:[\w.-]+\+)?json(?:;.*)?|application\/\*|\*\/\*)$/i,
    usual: 'application/json',
  },
  { type: 'form', is: /^application\/x-www-form-urlencoded(?:;.*)?$/i, usual: 'application/x-www-form-urlencoded' },
  { type: 'multipart', is: /^multipart\/form-data(?:;.*)?$/i, usual: 'multipart/form-data' },
  { type: 'text', is: /^text\/(?!xml\b)[\w.+*-]+(?:;.*)?$/i, usual: 'text/plain' },
];

/** The body of an operation and the argument that it is made of. */
export interface Body {
  readonly body: DeclaredBody;
  readonly argument: Argument;
}

/** The body of an operation, one argument as a whole; undefined where it takes none. Throws Unsupported where none can be sent. */
export function bodyOf(document: JsonObject, given: unknown, names: ArgumentNames): Body | undefined {
  if (given === undefined) return undefined;
  const request = followed(document, given);
  const content = isRecord(request.content) ? request.content : {};
  const types = Object.keys(content);
  if (types.length === 0) return undefined;
  const chosen = TYPES.flatMap(({ type, is, usual }) => {
    const name = types.find((one) => is.test(one));
    return name === undefined ? [] : [{ type, usual, name }];
  });
  const [best] = chosen;
  if (!best)
    throw new Unsupported(
      `it only takes ${types
        .slice(0, 5)
        .map((type) => readable(type, 100))
        .join(', ')}`,
    );
  const media = followed(document, content[best.name] ?? {});
  if (best.type === 'multipart' && hasFile(document, media.schema, DEEPEST_FORM))
    throw new Unsupported('it takes a file');
  const argument = names.take('body', 'body');
  const exact = best.name.includes('*') || best.name.toLowerCase() === best.usual;
  return {
    body: {
      type: best.type,
      from: { whole: argument },
      ...(best.type === 'form' ? stylesOf(media.encoding) : {}),
      ...(exact || best.type === 'multipart' ? {} : { contentType: best.name }),
    },
    argument: {
      name: argument,
      schema: best.type === 'text' ? { type: 'string' } : (media.schema ?? {}),
      description: readable(request.description, LONGEST_DESCRIPTION),
      required: request.required === true,
    },
  };
}

/** How the members of a form are written that the document says something about. */
function stylesOf(encoding: unknown): Pick<DeclaredBody, 'styles'> {
  if (!isRecord(encoding)) return {};
  const said = Object.entries(encoding).flatMap(([name, one]) => {
    const { style } = isRecord(one) ? styleOf(one) : {};
    return style === undefined ? [] : [[name, style] as const];
  });
  return said.length === 0 ? {} : { styles: Object.fromEntries(said) };
}

/** Whether a form has a part that is no text. */
function hasFile(document: JsonObject, given: unknown, levels: number): boolean {
  if (!isRecord(given) || levels === 0) return false;
  const schema = followed(document, given);
  if (schema.format === 'binary' || typeof schema.contentMediaType === 'string') return true;
  const { properties, items, allOf, anyOf, oneOf } = schema;
  const below = [items, allOf, anyOf, oneOf, isRecord(properties) ? Object.values(properties) : undefined].flat();
  return below.some((one) => hasFile(document, one, levels - 1));
}
