import type { HttpMethod } from '../../platform/http/guarded.ts';

/** A call of an outside API as data: what a model is told of it, and how a request is made of the arguments. */
export interface DeclaredTool {
  /** Stable among the tools of its API: `[a-z0-9_.-]+`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether a call may change something outside; true when in doubt. */
  readonly sideEffects: boolean;
  readonly request: DeclaredRequest;
  /** How the answer leads on to the next page, where it has pages. */
  readonly paging?: DeclaredPaging;
  /** Header that the API takes a call's key in, so that a repeat does nothing twice. */
  readonly idempotencyHeader?: string;
  /** What is changed about an answer before the model reads it. */
  readonly answer?: DeclaredAnswer;
}

/** A request below the fixed base address of its API, or at another origin that a person confirmed. */
export interface DeclaredRequest {
  readonly method: HttpMethod;
  /** Another origin than the base address's; always with a `root`. */
  readonly origin?: string;
  /** Path at the base address's origin below which this call is, where that is another one; without a slash at the end. */
  readonly root?: string;
  /** Begins with a slash; `{place}` stands for a value. */
  readonly path: string;
  /** Arguments that go into the path, by place. Those of the same name need no entry. */
  readonly places?: Readonly<Record<string, DeclaredPlace>>;
  readonly query?: readonly DeclaredQuery[];
  readonly headers?: readonly DeclaredHeader[];
  /** None where it is left out. */
  readonly body?: DeclaredBody;
}

/** What goes into a place of the path. */
export interface DeclaredPlace {
  readonly argument: string;
  /** The value is a path of several segments, whose slashes stay. */
  readonly segments?: boolean;
  /** `simple` where it is left out. */
  readonly style?: PlaceStyle;
  /** Whether members of lists and objects stand apart, as `k=v` where they have names. */
  readonly explode?: boolean;
}

/**
 * How a value stands in a path or a header:
 * - `simple`: `1,2`, and an object as `k,v,l,w`;
 * - `label`: the same after a point, with points between where members stand apart;
 * - `matrix`: `;n=1,2`, or `;n=1;n=2`;
 * - `json`: the value as JSON.
 */
export type PlaceStyle = 'simple' | 'label' | 'matrix' | 'json';

/** Where a value comes from: an argument, or always the same. */
export type DeclaredValue = { readonly argument: string } | { readonly value: string };

/**
 * How lists and objects stand in a query under the name `n`:
 * - `repeat`: `n=1&n=2`, and an object's own members as `k=v`;
 * - `comma`, `space`, `pipe`: `n=1,2` with that character between, and an object as `n=k,v,l,w`;
 * - `brackets`: `n[]=1&n[]=2`;
 * - `deep`: an object as `n[k]=v`, also within one another;
 * - `json`: the value as JSON.
 */
export type QueryStyle = 'repeat' | 'comma' | 'space' | 'pipe' | 'brackets' | 'deep' | 'json';

/** A key of the query. */
export type DeclaredQuery = DeclaredValue & {
  readonly name: string;
  /** `repeat` where it is left out. */
  readonly style?: QueryStyle;
};

/** A header; lists and objects stand with commas between. */
export type DeclaredHeader = DeclaredValue & {
  readonly name: string;
  /** `simple` where it is left out. */
  readonly style?: Extract<PlaceStyle, 'simple' | 'json'>;
  /** Whether an object's members stand as `k=v`. */
  readonly explode?: boolean;
};

/** A body and what it is made of. */
export interface DeclaredBody {
  readonly type: 'json' | 'form' | 'multipart' | 'text' | 'mail' | 'file';
  readonly from: BodySource;
  /** How lists and objects stand in a form, by its members' names; `repeat` where nothing is said. */
  readonly styles?: Readonly<Record<string, QueryStyle>>;
  /** Of a form of several parts: what is not usual about some, by their names. */
  readonly parts?: Readonly<Record<string, DeclaredPart>>;
  /** Content type, where it is not the usual one of the type; of a file, its own. */
  readonly contentType?: string;
}

/** A part of a form. */
export interface DeclaredPart {
  /** The value names a file of the run, or a list of them, whose bytes are sent. */
  readonly file?: boolean;
  /** Content type, where it is not that of the file or of the value. */
  readonly contentType?: string;
}

/**
 * What a body is made of:
 * - `whole`: the value of one argument;
 * - `properties`: an object of arguments, by the names that the API has for them;
 * - `template`: a JSON value in which `{"$argument": "x"}` stands for an argument. What it leaves out is left out.
 */
export type BodySource =
  | { readonly whole: string }
  | { readonly properties: Readonly<Record<string, string>> }
  | { readonly template: unknown };

/** How an answer leads on: `argument` is the one which the next call is given. */
export type DeclaredPaging =
  /** The answer has a cursor at this path of member names; none, null or an empty text is the end. */
  | { readonly by: 'cursor'; readonly argument: string; readonly at: readonly string[] }
  /** The header `Link` has an address with `rel="next"`, whose query has this key. */
  | { readonly by: 'link'; readonly argument: string; readonly key: string };

/** What is changed about an answer before the model reads it. */
export interface DeclaredAnswer {
  /** Members by these names, wherever they are, are texts in base64url. */
  readonly base64url?: readonly string[];
}

/** Ids of declared tools. */
export const TOOL_ID = /^[a-z0-9_.-]{1,200}$/;
