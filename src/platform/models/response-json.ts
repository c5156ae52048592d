import { parseJson } from '../json.ts';

/** Finds the JSON in a model's response. Pure. */

/** The value, or a sentence for the model about the problem. */
type JsonResult = { readonly value: unknown } | { readonly problem: string };

// Each attempt may read to the end of the text.
const MAX_ATTEMPTS = 100;
const JSON_OBJECT_START = /\{\s*["}]/y;

/** Returns the JSON value that is the complete text, or else the only JSON object within a Markdown fence or prose. */
export function findJsonObject(text: string): JsonResult {
  if (text.trim() === '') return { problem: 'the response is empty' };
  const complete = parse(text);
  if ('value' in complete) return complete;
  const { objects, problem } = scanObjects(text);
  const [first] = objects;
  if (objects.length > 1) return { problem: 'the answer has more than one JSON object; give exactly one' };
  if (first && problem === undefined) return first;
  return { problem: problem ?? 'the answer has no JSON object' };
}

interface Scan {
  readonly objects: { readonly value: unknown }[];
  /** Sentence about the first invalid JSON object. */
  readonly problem: string | undefined;
}

function scanObjects(text: string): Scan {
  const objects: { value: unknown }[] = [];
  let start = text.indexOf('{');
  for (let attempts = 0; start !== -1 && attempts < MAX_ATTEMPTS; attempts += 1) {
    const end = findObjectEnd(text, start);
    const parsed = end === undefined ? { problem: 'the JSON object is not complete' } : parse(text.slice(start, end));
    if ('value' in parsed) objects.push(parsed);
    // Parts of an invalid object must not count as the response.
    else if (matchesAt(JSON_OBJECT_START, text, start)) return { objects, problem: parsed.problem };
    start = text.indexOf('{', 'value' in parsed && end !== undefined ? end : start + 1);
  }
  return { objects, problem: undefined };
}

/** Returns the index after the brace that closes the one at `start`, or undefined. Braces in strings do not count. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

function parse(json: string): JsonResult {
  try {
    return { value: parseJson(json, { overflow: 'infinity' }) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `the answer is not valid JSON: ${error.message}` };
  }
}
