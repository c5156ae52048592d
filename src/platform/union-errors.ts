/** The parts of an Ajv error that identify the branch of a union. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string | undefined;
}

/**
 * Filters the errors that Ajv reports for each branch of a union. Errors of branches with the value's type stay. If
 * there is none, one error names all accepted types. The union's own error is removed.
 */
export function filterUnionErrors<E extends SchemaError>(errors: readonly E[]): E[] {
  let remaining = [...errors];
  // Ajv reports a union after its branches, so that inner unions come first.
  for (const union of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const branchErrors = remaining.filter((error) => error !== union && isUnderUnion(union, error));
    if (branchErrors.length === 0) continue;
    const branches = Map.groupBy(branchErrors, ({ schemaPath }) => getBranch(union, schemaPath));
    const matching = [...branches.values()].filter((group) => !group.some((error) => isOtherType(union, error)));
    const selected = matching.length > 0 ? matching.flat() : [toTypeError(union, branchErrors)];
    const index = remaining.indexOf(branchErrors[0] as E);
    remaining = remaining
      .filter((error) => error !== union && !branchErrors.includes(error))
      .toSpliced(index, 0, ...selected);
  }
  return remaining;
}

function isUnderUnion(union: SchemaError, { schemaPath, instancePath }: SchemaError): boolean {
  const isWithin = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`);
  return isWithin && schemaPath.startsWith(`${union.schemaPath}/`);
}

function getBranch({ schemaPath: union }: SchemaError, schemaPath: string): string {
  return schemaPath.slice(union.length + 1).split('/', 1)[0] ?? '';
}

function isOtherType(union: SchemaError, { keyword, instancePath }: SchemaError): boolean {
  return keyword === 'type' && instancePath === union.instancePath;
}

function toTypeError<E extends SchemaError>(union: E, branchErrors: readonly E[]): E {
  const types = new Set(
    branchErrors.filter((error) => isOtherType(union, error)).flatMap(({ params }) => params.type as string),
  );
  const type = [...types].toSorted((a, b) => Number(a === 'null') - Number(b === 'null'));
  return { ...union, keyword: 'type', params: { type }, message: `must be ${type.join(' or ')}` };
}
