import type { HttpMethod } from '../../platform/http/guarded-client.ts';

/** Declaration of an API call: its description for models, and how arguments become a request. */
export interface DeclaredTool {
  /** Unique and stable among the tools of the API: `[a-z0-9_.-]+`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. The type is object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether a call may have side effects. True in doubt. */
  readonly sideEffects: boolean;
  readonly request: DeclaredRequest;
  /** How the response links to the next page. */
  readonly paging?: DeclaredPaging;
  /** Header for the idempotency key of a call. */
  readonly idempotencyHeader?: string;
  /** Conversions of the response before the model reads it. */
  readonly answer?: DeclaredAnswer;
}

/** A request below the base URL of the API, or at another confirmed origin. */
export interface DeclaredRequest {
  readonly method: HttpMethod;
  /** Origin, if it is not that of the base URL. Requires `root`. */
  readonly origin?: string;
  /** Path prefix instead of that of the base URL, without a trailing slash. */
  readonly root?: string;
  /** Starts with a slash. `{name}` is a variable. */
  readonly path: string;
  /** Arguments for path variables. A variable of the same name needs no entry. */
  readonly places?: Readonly<Record<string, DeclaredPlace>>;
  readonly query?: readonly DeclaredQuery[];
  readonly headers?: readonly DeclaredHeader[];
  /** No body if omitted. */
  readonly body?: DeclaredBody;
}

/** Value of a path variable. */
export interface DeclaredPlace {
  readonly argument: string;
  /** Whether the value may have several segments, so that slashes are not encoded. */
  readonly segments?: boolean;
  /** Default `simple`. */
  readonly style?: PlaceStyle;
  /** Whether members are serialized separately, as `k=v` in objects (`explode` in OpenAPI). */
  readonly explode?: boolean;
}

/**
 * Style of a value in a path or a header:
 * - `simple`: `1,2`, and an object as `k,v,l,w`;
 * - `label`: the same after a point, with points between separate members;
 * - `matrix`: `;n=1,2`, or `;n=1;n=2`;
 * - `json`: the value as JSON.
 */
export type PlaceStyle = 'simple' | 'label' | 'matrix' | 'json';

/** Source of a value: an argument or a constant. */
type DeclaredValue = { readonly argument: string } | { readonly value: string };

/**
 * Style of lists and objects in a query under the name `n`:
 * - `repeat`: `n=1&n=2`, and an object's own members as `k=v`;
 * - `comma`, `space`, `pipe`: `n=1,2` with that separator, and an object as `n=k,v,l,w`;
 * - `brackets`: `n[]=1&n[]=2`;
 * - `deep`: an object as `n[k]=v`, also nested;
 * - `json`: the value as JSON.
 */
export type QueryStyle = 'repeat' | 'comma' | 'space' | 'pipe' | 'brackets' | 'deep' | 'json';

/** A query parameter. */
export type DeclaredQuery = DeclaredValue & {
  readonly name: string;
  /** Default `repeat`. */
  readonly style?: QueryStyle;
};

/** A header. Lists and objects are separated by commas. */
export type DeclaredHeader = DeclaredValue & {
  readonly name: string;
  /** Default `simple`. */
  readonly style?: Extract<PlaceStyle, 'simple' | 'json'>;
  /** Whether members of objects are serialized as `k=v`. */
  readonly explode?: boolean;
};

/** A request body and its source. */
export interface DeclaredBody {
  readonly type: 'json' | 'form' | 'multipart' | 'text' | 'mail' | 'file';
  readonly from: BodySource;
  /** Serialization styles of form members. Default `repeat`. */
  readonly styles?: Readonly<Record<string, QueryStyle>>;
  /** Overrides for parts of a multipart form, by name. */
  readonly parts?: Readonly<Record<string, DeclaredPart>>;
  /** Content type, if it is not the default of the type. A file has its own. */
  readonly contentType?: string;
}

/** A part of a form. */
export interface DeclaredPart {
  /** Whether the value is a file name, or a list of them, whose bytes are sent. */
  readonly file?: boolean;
  /** Content type, if it is not that of the file or value. */
  readonly contentType?: string;
}

/**
 * Source of a body:
 * - `whole`: the value of one argument;
 * - `properties`: an object of arguments, by their names in the API;
 * - `template`: a JSON value in which `{"$argument": "x"}` stands for an argument. Members without an argument are
 *   omitted.
 */
export type BodySource =
  | { readonly whole: string }
  | { readonly properties: Readonly<Record<string, string>> }
  | { readonly template: unknown };

/** Pagination. `argument` receives the cursor of the next page. */
export type DeclaredPaging =
  /** The response has a cursor at this path. Missing, null or empty on the last page. */
  | { readonly by: 'cursor'; readonly argument: string; readonly at: readonly string[] }
  /** The `Link` header contains a URL with `rel="next"`, whose query contains this key. */
  | { readonly by: 'link'; readonly argument: string; readonly key: string };

/** Conversions of the response before the model reads it. */
interface DeclaredAnswer {
  /** Names of members, at any depth, that are base64url text. */
  readonly base64url?: readonly string[];
}

/** Pattern of tool IDs. */
export const TOOL_ID = /^[a-z0-9_.-]{1,200}$/;
