import { isId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { getValuesSchema, listBranches, type Schema } from '../../src/platform/nulls.ts';

/** Spells identifiers as the database does: answers the value, whose objects and lists are changed in place. */
type Speller = (value: unknown) => unknown;

/**
 * Makes what spells the identifiers of a schema's values as records show them. Some clients write them in capitals, and what
 * is stored as JSON, or held against a row, is compared letter by letter. Answers undefined where the schema has none.
 */
export function idSpeller(schema: Schema): Speller | undefined {
  const branches = listBranches(schema);
  if (branches.some(({ format }) => format === 'uuid')) return spelled;
  // Which of several forms a value has would have to be found out.
  const [branch, ...others] = branches;
  if (branch === undefined || others.length > 0) return undefined;
  if (branch.properties !== undefined) return fieldSpeller(branch.properties);
  if (branch.items !== undefined) return listSpeller(idSpeller(branch.items));
  const values = getValuesSchema(branch);
  return values && valueSpeller(idSpeller(values));
}

function spelled(value: unknown): unknown {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : value;
}

function fieldSpeller(properties: Readonly<Record<string, Schema>>): Speller | undefined {
  const spellers = Object.entries(properties).flatMap(([name, schema]) => {
    const spell = idSpeller(schema);
    return spell ? [[name, spell] as const] : [];
  });
  if (spellers.length === 0) return undefined;
  return (value) => {
    if (isRecord(value))
      for (const [name, spell] of spellers) if (Object.hasOwn(value, name)) value[name] = spell(value[name]);
    return value;
  };
}

function listSpeller(spell: Speller | undefined): Speller | undefined {
  if (spell === undefined) return undefined;
  return (value) => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) value[index] = spell(item);
    return value;
  };
}

function valueSpeller(spell: Speller | undefined): Speller | undefined {
  if (spell === undefined) return undefined;
  return (value) => {
    if (isRecord(value)) for (const [key, inner] of Object.entries(value)) value[key] = spell(inner);
    return value;
  };
}
