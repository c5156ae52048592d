/** What Ajv says of one value, as far as the alternatives of a union are told apart by it. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string | undefined;
}

/**
 * Ajv lists what every alternative of a union finds wrong. Left are the findings of those that are of the value's own type: what
 * is wrong with a text is not that it is no number. Where none is, one finding names all types that would do. A union's own
 * finding says nothing besides.
 */
export function withoutOtherAlternatives<E extends SchemaError>(errors: readonly E[]): E[] {
  let left = [...errors];
  // Ajv tells of a union after its alternatives: one within another is put in order first.
  for (const union of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const own = left.filter((error) => error !== union && isBelow(union, error));
    if (own.length === 0) continue;
    const branches = Map.groupBy(own, ({ schemaPath }) => branchOf(union, schemaPath));
    const fitting = [...branches.values()].filter((found) => !found.some((error) => isOtherType(union, error)));
    const kept = fitting.length > 0 ? fitting.flat() : [noneFits(union, own)];
    const at = left.indexOf(own[0] as E);
    left = left.filter((error) => error !== union && !own.includes(error)).toSpliced(at, 0, ...kept);
  }
  return left;
}

function isBelow(union: SchemaError, { schemaPath, instancePath }: SchemaError): boolean {
  const isWithin = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`);
  return isWithin && schemaPath.startsWith(`${union.schemaPath}/`);
}

function branchOf({ schemaPath: union }: SchemaError, schemaPath: string): string {
  return schemaPath.slice(union.length + 1).split('/', 1)[0] ?? '';
}

function isOtherType(union: SchemaError, { keyword, instancePath }: SchemaError): boolean {
  return keyword === 'type' && instancePath === union.instancePath;
}

function noneFits<E extends SchemaError>(union: E, found: readonly E[]): E {
  const types = new Set(
    found.filter((error) => isOtherType(union, error)).flatMap(({ params }) => params.type as string),
  );
  const type = [...types].toSorted((a, b) => Number(a === 'null') - Number(b === 'null'));
  return { ...union, keyword: 'type', params: { type }, message: `must be ${type.join(' or ')}` };
}
