import { isRecord } from '../../../platform/json-schema.ts';
import type { Message } from '../../../platform/messages.ts';
import { operationFailures } from '../../failures.ts';
import type { DeclaredHeader, DeclaredPlace, DeclaredQuery, PlaceStyle, QueryStyle } from '../declared.ts';
import type { ArgumentNames } from './argument-names.ts';
import { type JsonObject, Unsupported } from './document.ts';
import { followed } from './references.ts';
import type { Argument } from './schemas.ts';
import { readable } from './texts.ts';

/** Characters of a parameter's description. */
const LONGEST_DESCRIPTION = 1000;
/** Headers whose parameters say nothing, by the rules of OpenAPI: they follow from the body, the responses and the credential. */
const NOT_PARAMETERS = new Set(['accept', 'content-type', 'authorization']);
const IDEMPOTENCY = /^(?:x-)?idempotency-key$/i;
/** Names of headers that only whoever makes the request may set. */
const OWN_HEADERS =
  /^(?:host|cookie|origin|referer|forwarded|connection|keep-alive|te|trailer|transfer-encoding|content-length|upgrade|expect|http2-settings|(?:proxy|sec)-.*|x-(?:http-)?method(?:-override)?)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const STYLES: Readonly<Record<string, QueryStyle>> = {
  form: 'comma',
  spaceDelimited: 'space',
  pipeDelimited: 'pipe',
  deepObject: 'deep',
};
/** Styles of values in a path; in a header there is only the first. */
const PLACE_STYLES: readonly PlaceStyle[] = ['simple', 'label', 'matrix'];

/** What the parameters of an operation come to. */
export interface Parameters {
  readonly arguments: readonly Argument[];
  readonly places: Readonly<Record<string, DeclaredPlace>>;
  readonly query: readonly DeclaredQuery[];
  readonly headers: readonly DeclaredHeader[];
  readonly idempotencyHeader: string | undefined;
}

/** A parameter whose form is known. */
interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: string;
}

/** Where the credential goes, which the model is not asked for. */
export type IsCredential = (place: string, name: string) => boolean;

/** The parameters of an operation; its own come before those of its path. Throws Unsupported where a needed one can't be sent. */
export function parametersOf(
  document: JsonObject,
  path: string,
  given: readonly unknown[],
  names: ArgumentNames,
  isCredential: IsCredential,
): Parameters {
  const parameters = declared(document, given).filter(
    (one) => !isGivenOtherwise(one) && !isCredential(one.in, one.name),
  );
  const sent = parameters.filter((one) => {
    const problem = problemWith(one);
    if (problem !== undefined && one.required === true) throw new Unsupported(problem);
    return problem === undefined;
  });
  const of = (place: string) => sent.filter((one) => one.in === place);
  const idempotency = of('header').find(({ name }) => IDEMPOTENCY.test(name));
  const taken = (one: Parameter) => ({ one, argument: names.take(one.name, one.in) });
  const [inPath, query] = [of('path').map(taken), of('query').map(taken)];
  const headers = of('header')
    .filter((one) => one !== idempotency)
    .map(taken);
  checkPlaces(
    path,
    inPath.map(({ one }) => one.name),
  );
  return {
    arguments: [...inPath, ...query, ...headers].map(({ one, argument }) => argumentOf(one, argument)),
    places: Object.fromEntries(
      inPath.map(({ one, argument }) => [one.name, { argument, ...placeStyleOf(one) }] as const),
    ),
    query: query.map(({ one, argument }) => ({ name: one.name, argument, ...styleOf(one) })),
    headers: headers.map(({ one, argument }) => ({ name: one.name, argument, ...headerStyleOf(one) })),
    idempotencyHeader: idempotency?.name,
  };
}

function isGivenOtherwise({ name, in: place }: Parameter): boolean {
  return place === 'header' && NOT_PARAMETERS.has(name.toLowerCase());
}

/** Each parameter once, as the last one declares it. */
function declared(document: JsonObject, given: readonly unknown[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const item of given) {
    const parameter = followed(document, item);
    const { name, in: place } = parameter;
    if (typeof name !== 'string' || typeof place !== 'string')
      throw new Unsupported(operationFailures.operation_parameter_incomplete);
    found.set(`${place} ${name}`, { ...parameter, name, in: place });
  }
  return [...found.values()];
}

/** Why a parameter can't be sent; undefined where it can. */
function problemWith(parameter: Parameter): Message | undefined {
  const { name, in: place, style, content } = parameter;
  const shown = readable(name, 100);
  if (place === 'cookie') return operationFailures.operation_cookie({ name: shown });
  if (name === '' || name.length > 256 || /\p{Cc}/u.test(name)) return operationFailures.operation_parameter_name;
  if (place === 'query') return queryProblem(parameter, shown);
  if (content !== undefined && !isJson(content))
    return operationFailures.operation_parameter_content({ location: place, name: shown });
  const styles: readonly unknown[] = place === 'path' ? PLACE_STYLES : PLACE_STYLES.slice(0, 1);
  if (style !== undefined && !styles.includes(style))
    return operationFailures.operation_parameter_style({ location: place, name: shown, style: String(style) });
  if (place === 'path') return undefined;
  if (place !== 'header') return operationFailures.operation_parameter_location({ name: shown });
  if (OWN_HEADERS.test(name) || !HEADER_NAME.test(name)) return operationFailures.operation_header({ name: shown });
  return undefined;
}

function queryProblem({ style = 'form', content }: Parameter, shown: string): Message | undefined {
  if (content !== undefined && !isJson(content))
    return operationFailures.operation_parameter_content({ location: 'query', name: shown });
  if (typeof style !== 'string' || !Object.hasOwn(STYLES, style))
    return operationFailures.operation_parameter_style({ location: 'query', name: shown, style: String(style) });
  return undefined;
}

function isJson(content: unknown): boolean {
  return isRecord(content) && Object.keys(content).every((type) => /^application\/(?:[\w.-]+\+)?json\b/i.test(type));
}

/** Lists stand under a name each unless the document says otherwise. */
export function styleOf({
  style = 'form',
  explode = style === 'form',
  content,
}: JsonObject): Pick<DeclaredQuery, 'style'> {
  if (content !== undefined) return { style: 'json' };
  const written = Object.hasOwn(STYLES, String(style)) ? STYLES[String(style)] : undefined;
  return written === undefined || (explode === true && written !== 'deep') ? {} : { style: written };
}

/** How a value stands in the path, where that is not the usual way. */
function placeStyleOf({ style = 'simple', explode, content }: Parameter): Pick<DeclaredPlace, 'style' | 'explode'> {
  if (content !== undefined) return { style: 'json' };
  return {
    ...(style === 'simple' ? {} : { style: style as PlaceStyle }),
    ...(explode === true ? { explode } : {}),
  };
}

function headerStyleOf({ explode, content }: Parameter): Pick<DeclaredHeader, 'style' | 'explode'> {
  if (content !== undefined) return { style: 'json' };
  return explode === true ? { explode } : {};
}

function argumentOf(one: Parameter, name: string): Argument {
  const [media] = isRecord(one.content) ? Object.values(one.content) : [];
  const schema = one.schema ?? (isRecord(media) ? media.schema : undefined) ?? {};
  const description = readable(one.description, LONGEST_DESCRIPTION);
  return { name, schema, description, required: one.required === true || one.in === 'path' };
}

/** Every place of the path has its parameter, and every parameter in the path its place. */
function checkPlaces(path: string, names: readonly string[]): void {
  const places = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, place = '']) => place);
  const missing = places.find((place) => !names.includes(place));
  if (missing !== undefined)
    throw new Unsupported(operationFailures.operation_path_variable({ variable: `{${readable(missing, 100)}}` }));
  const homeless = names.find((name) => !places.includes(name));
  if (homeless !== undefined)
    throw new Unsupported(
      operationFailures.operation_parameter_not_in_path({ variable: `{${readable(homeless, 100)}}` }),
    );
}
