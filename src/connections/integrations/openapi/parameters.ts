import { isRecord } from '../../../platform/json-schema.ts';
import type { Message } from '../../../platform/messages.ts';
import { operationFailures } from '../../failures.ts';
import { toReadableText } from '../../visible-text.ts';
import type { DeclaredHeader, DeclaredPlace, DeclaredQuery, PlaceStyle, QueryStyle } from '../declaration.ts';
import type { ArgumentNames } from './argument-names.ts';
import { type JsonObject, UnsupportedOperation } from './document.ts';
import { resolveObject } from './references.ts';
import type { Argument } from './schemas.ts';

/** Maximum characters of a parameter description. */
const MAX_DESCRIPTION_LENGTH = 1000;
/** Header parameters that OpenAPI ignores. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const IDEMPOTENCY = /^(?:x-)?idempotency-key$/i;
/** Headers that only the HTTP client may set. */
const FORBIDDEN_HEADERS =
  /^(?:host|cookie|origin|referer|forwarded|connection|keep-alive|te|trailer|transfer-encoding|content-length|upgrade|expect|http2-settings|(?:proxy|sec)-.*|x-(?:http-)?method(?:-override)?)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const QUERY_STYLES: Readonly<Record<string, QueryStyle>> = {
  form: 'comma',
  spaceDelimited: 'space',
  pipeDelimited: 'pipe',
  deepObject: 'deep',
};
/** Styles of path values. Headers support only the first. */
const PATH_STYLES: readonly PlaceStyle[] = ['simple', 'label', 'matrix'];

/** Converted parameters of an operation. */
interface Parameters {
  readonly arguments: readonly Argument[];
  readonly pathValues: Readonly<Record<string, DeclaredPlace>>;
  readonly query: readonly DeclaredQuery[];
  readonly headers: readonly DeclaredHeader[];
  readonly idempotencyHeader: string | undefined;
}

/** A parameter with a name and location. */
interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: string;
}

/** Whether a parameter is the credential, which models do not set. */
export type IsCredential = (place: string, name: string) => boolean;

/**
 * Converts the parameters of an operation; they override those of the path. Throws UnsupportedOperation if a required
 * one cannot be sent.
 */
export function toParameters(
  document: JsonObject,
  path: string,
  given: readonly unknown[],
  names: ArgumentNames,
  isCredential: IsCredential,
): Parameters {
  const parameters = mergeParameters(document, given).filter(
    (one) => !isIgnoredHeader(one) && !isCredential(one.in, one.name),
  );
  const sent = parameters.filter((one) => {
    const problem = findParameterProblem(one);
    if (problem !== undefined && one.required === true) throw new UnsupportedOperation(problem);
    return problem === undefined;
  });
  const of = (place: string) => sent.filter((one) => one.in === place);
  const idempotency = of('header').find(({ name }) => IDEMPOTENCY.test(name));
  const withArgument = (one: Parameter) => ({ one, argument: names.reserve(one.name, one.in) });
  const [inPath, query] = [of('path').map(withArgument), of('query').map(withArgument)];
  const headers = of('header')
    .filter((one) => one !== idempotency)
    .map(withArgument);
  assertPathVariables(
    path,
    inPath.map(({ one }) => one.name),
  );
  return {
    arguments: [...inPath, ...query, ...headers].map(({ one, argument }) => toArgument(one, argument)),
    pathValues: Object.fromEntries(
      inPath.map(({ one, argument }) => [one.name, { argument, ...toPathStyle(one) }] as const),
    ),
    query: query.map(({ one, argument }) => ({ name: one.name, argument, ...toQueryStyle(one) })),
    headers: headers.map(({ one, argument }) => ({ name: one.name, argument, ...toHeaderStyle(one) })),
    idempotencyHeader: idempotency?.name,
  };
}

function isIgnoredHeader({ name, in: location }: Parameter): boolean {
  return location === 'header' && IGNORED_HEADERS.has(name.toLowerCase());
}

/** Merges parameters; the last declaration wins. */
function mergeParameters(document: JsonObject, given: readonly unknown[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const item of given) {
    const parameter = resolveObject(document, item);
    const { name, in: location } = parameter;
    if (typeof name !== 'string' || typeof location !== 'string')
      throw new UnsupportedOperation(operationFailures.operation_parameter_incomplete);
    found.set(`${location} ${name}`, { ...parameter, name, in: location });
  }
  return [...found.values()];
}

/** Returns why a parameter cannot be sent. Undefined if it can. */
function findParameterProblem(parameter: Parameter): Message | undefined {
  const { name, in: location, style, content } = parameter;
  const displayName = toReadableText(name, 100);
  if (location === 'cookie') return operationFailures.operation_cookie({ name: displayName });
  if (name === '' || name.length > 256 || /\p{Cc}/u.test(name)) return operationFailures.operation_parameter_name;
  if (location === 'query') return findQueryProblem(parameter, displayName);
  if (content !== undefined && !isJson(content))
    return operationFailures.operation_parameter_content({ location: location, name: displayName });
  const styles: readonly unknown[] = location === 'path' ? PATH_STYLES : PATH_STYLES.slice(0, 1);
  if (style !== undefined && !styles.includes(style))
    return operationFailures.operation_parameter_style({ location: location, name: displayName, style: String(style) });
  if (location === 'path') return undefined;
  if (location !== 'header') return operationFailures.operation_parameter_location({ name: displayName });
  if (FORBIDDEN_HEADERS.test(name) || !HEADER_NAME.test(name))
    return operationFailures.operation_header({ name: displayName });
  return undefined;
}

function findQueryProblem({ style = 'form', content }: Parameter, displayName: string): Message | undefined {
  if (content !== undefined && !isJson(content))
    return operationFailures.operation_parameter_content({ location: 'query', name: displayName });
  if (typeof style !== 'string' || !Object.hasOwn(QUERY_STYLES, style))
    return operationFailures.operation_parameter_style({ location: 'query', name: displayName, style: String(style) });
  return undefined;
}

function isJson(content: unknown): boolean {
  return isRecord(content) && Object.keys(content).every((type) => /^application\/(?:[\w.-]+\+)?json\b/i.test(type));
}

/** Converts style and explode. By default, list items repeat the name. */
export function toQueryStyle({
  style = 'form',
  explode = style === 'form',
  content,
}: JsonObject): Pick<DeclaredQuery, 'style'> {
  if (content !== undefined) return { style: 'json' };
  const written = Object.hasOwn(QUERY_STYLES, String(style)) ? QUERY_STYLES[String(style)] : undefined;
  return written === undefined || (explode === true && written !== 'deep') ? {} : { style: written };
}

/** Converts the style of a path value, if it is not the default. */
function toPathStyle({ style = 'simple', explode, content }: Parameter): Pick<DeclaredPlace, 'style' | 'explode'> {
  if (content !== undefined) return { style: 'json' };
  return {
    ...(style === 'simple' ? {} : { style: style as PlaceStyle }),
    ...(explode === true ? { explode } : {}),
  };
}

function toHeaderStyle({ explode, content }: Parameter): Pick<DeclaredHeader, 'style' | 'explode'> {
  if (content !== undefined) return { style: 'json' };
  return explode === true ? { explode } : {};
}

function toArgument(one: Parameter, name: string): Argument {
  const [media] = isRecord(one.content) ? Object.values(one.content) : [];
  const schema = one.schema ?? (isRecord(media) ? media.schema : undefined) ?? {};
  const description = toReadableText(one.description, MAX_DESCRIPTION_LENGTH);
  return { name, schema, description, required: one.required === true || one.in === 'path' };
}

/** Throws UnsupportedOperation unless path variables and parameters match. */
function assertPathVariables(path: string, names: readonly string[]): void {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, location = '']) => location);
  const missing = places.find((place) => !names.includes(place));
  if (missing !== undefined)
    throw new UnsupportedOperation(
      operationFailures.operation_path_variable({ variable: `{${toReadableText(missing, 100)}}` }),
    );
  const unused = names.find((name) => !places.includes(name));
  if (unused !== undefined)
    throw new UnsupportedOperation(
      operationFailures.operation_parameter_not_in_path({ variable: `{${toReadableText(unused, 100)}}` }),
    );
}
