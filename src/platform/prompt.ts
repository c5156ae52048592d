/** Prompt templates with `{variable}` places. Pure. */

/** A template has a place for which no value was given. */
export class MissingVariableError extends Error {
  readonly variable: string;

  constructor(variable: string) {
    super(`the variable ${variable} has no value`);
    this.name = 'MissingVariableError';
    this.variable = variable;
  }
}

type Piece = { readonly text: string } | { readonly variable: string };

const TOKEN = /\{\{|\{[A-Za-z_][A-Za-z0-9_]{0,63}\}|\}\}|[{}]|[^{}]+/y;

/** The variables of templates, each once, in the order in which they first appear. */
export function promptVariables(...templates: string[]): string[] {
  const names = templates.flatMap(pieces).map((piece) => ('variable' in piece ? piece.variable : undefined));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * A template with its places filled: texts as they are, other values as JSON. Values are not read as templates.
 * Throws MissingVariableError for the first place whose value is missing or undefined.
 */
export function fillPrompt(template: string, values: Readonly<Record<string, unknown>>): string {
  return filled(pieces(template), values);
}

/**
 * The same with something added behind the first place of a variable, and at the end where the template has no such place,
 * or none is named.
 */
export function fillWith(
  template: string,
  values: Readonly<Record<string, unknown>>,
  { text, behind }: { readonly text: string; readonly behind: string | undefined },
): string {
  const found = pieces(template);
  const place = found.findIndex((piece) => 'variable' in piece && piece.variable === behind);
  const split = place < 0 ? found.length : place + 1;
  const rest = filled(found.slice(split), values);
  const apart = rest === '' || rest.startsWith('\n') ? '' : '\n\n';
  return `${filled(found.slice(0, split), values)}\n\n${text}${apart}${rest}`;
}

function filled(found: readonly Piece[], values: Readonly<Record<string, unknown>>): string {
  return found.map((piece) => ('text' in piece ? piece.text : valueText(piece.variable, values))).join('');
}

/** A value as it stands in a prompt. Throws MissingVariableError where there is none. */
export function valueText(variable: string, values: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined;
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  if (json === undefined) throw new MissingVariableError(variable);
  return json;
}

/**
 * Splits a template. `{{` and `}}` stand for one brace. A single brace that opens no place is text, and so is the one
 * that closes it: {"a": {"b": 1}} keeps both at its end, while {{"a": {"b": 1}}} ends in a single one and a pair.
 */
function pieces(template: string): Piece[] {
  const found: Piece[] = [];
  const open: ('single' | 'pair')[] = [];
  let index = 0;
  while (index < template.length) {
    const closesSingle = open.at(-1) === 'single';
    const token = tokenAt(template, index, closesSingle);
    index += token.length;
    if (token === '{{' || token === '{') open.push(token === '{' ? 'single' : 'pair');
    else if (token === '}}' || (token === '}' && closesSingle)) open.pop();
    if (token === '{{' || token === '}}') found.push({ text: token.charAt(0) });
    else if (token.startsWith('{') && token.length > 1) found.push({ variable: token.slice(1, -1) });
    else found.push({ text: token });
  }
  return found;
}

function tokenAt(template: string, index: number, closesSingle: boolean): string {
  TOKEN.lastIndex = index;
  const token = TOKEN.exec(template)?.[0] ?? template.slice(index);
  return token === '}}' && closesSingle ? '}' : token;
}
