/** Maximum characters of an argument name that models accept. */
const MAX_NAME_LENGTH = 64;

/** Unique plain argument names of a tool, close to those in the document. */
export class ArgumentNames {
  readonly #taken = new Set<string>();

  /** Reserves a unique name. `location` distinguishes parameters of the same name. */
  reserve(original: string, location: string): string {
    const base = toPlainName(original) || location;
    const second = `${base.slice(0, MAX_NAME_LENGTH - location.length - 1)}_${location}`;
    let name = [base, second].find((one) => !this.#taken.has(one)) ?? second;
    for (let number = 2; this.#taken.has(name); number++) name = `${second.slice(0, MAX_NAME_LENGTH - 5)}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** Converts `filter[name]` to `filter_name`. Strips underscores so that it cannot be `__proto__`. */
function toPlainName(original: string): string {
  const name = original
    .slice(0, 4 * MAX_NAME_LENGTH)
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .slice(0, MAX_NAME_LENGTH);
  return name === original && !name.startsWith('__') ? name : name.replace(/^_+|_+$/g, '');
}
