/** Prompt templates with `{variable}` placeholders. Pure. */

/** A placeholder of a template has no value. */
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

/** Returns the variables of templates, each once, in order of appearance. */
export function listPromptVariables(...templates: string[]): string[] {
  const names = templates.flatMap(parseTemplate).map((piece) => ('variable' in piece ? piece.variable : undefined));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * Replaces the placeholders of a template: texts unchanged, other values as JSON. Values are not templates. Throws
 * MissingVariableError for the first missing value.
 */
export function fillPrompt(template: string, values: Readonly<Record<string, unknown>>): string {
  return renderPieces(parseTemplate(template), values);
}

/** Fills a template and inserts a text after the first placeholder of a variable, or at the end. */
export function fillPromptWithInsert(
  template: string,
  values: Readonly<Record<string, unknown>>,
  { text, behind }: { readonly text: string; readonly behind: string | undefined },
): string {
  const found = parseTemplate(template);
  const index = found.findIndex((piece) => 'variable' in piece && piece.variable === behind);
  const split = index < 0 ? found.length : index + 1;
  const rest = renderPieces(found.slice(split), values);
  const separator = rest === '' || rest.startsWith('\n') ? '' : '\n\n';
  return `${renderPieces(found.slice(0, split), values)}\n\n${text}${separator}${rest}`;
}

function renderPieces(found: readonly Piece[], values: Readonly<Record<string, unknown>>): string {
  return found.map((piece) => ('text' in piece ? piece.text : renderValue(piece.variable, values))).join('');
}

/** Renders a value for a prompt. Throws MissingVariableError if it is missing. */
export function renderValue(variable: string, values: Readonly<Record<string, unknown>>): string {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined;
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  if (json === undefined) throw new MissingVariableError(variable);
  return json;
}

/**
 * Splits a template. `{{` and `}}` are escaped braces. A single brace without a variable is text, and so is its closing
 * brace: {"a": {"b": 1}} keeps both at its end, while {{"a": {"b": 1}}} ends in a single one and a pair.
 */
function parseTemplate(template: string): Piece[] {
  const found: Piece[] = [];
  const open: ('single' | 'pair')[] = [];
  let index = 0;
  while (index < template.length) {
    const closesSingle = open.at(-1) === 'single';
    const token = readToken(template, index, closesSingle);
    index += token.length;
    if (token === '{{' || token === '{') open.push(token === '{' ? 'single' : 'pair');
    else if (token === '}}' || (token === '}' && closesSingle)) open.pop();
    if (token === '{{' || token === '}}') found.push({ text: token.charAt(0) });
    else if (token.startsWith('{') && token.length > 1) found.push({ variable: token.slice(1, -1) });
    else found.push({ text: token });
  }
  return found;
}

function readToken(template: string, index: number, closesSingle: boolean): string {
  TOKEN.lastIndex = index;
  const token = TOKEN.exec(template)?.[0] ?? template.slice(index);
  return token === '}}' && closesSingle ? '}' : token;
}
