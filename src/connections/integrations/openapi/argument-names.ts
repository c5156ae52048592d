/** Characters that models take in the name of an argument, and how many of them. */
const MAX_NAME_LENGTH = 64;

/** Names of a tool's arguments: each is like the one in the document, plain, and of one argument only. */
export class ArgumentNames {
  readonly #taken = new Set<string>();

  /** A name of its own for what the document calls so; `place` tells two of one name apart. */
  reserve(original: string, location: string): string {
    const base = toPlainName(original) || location;
    const second = `${base.slice(0, MAX_NAME_LENGTH - location.length - 1)}_${location}`;
    let name = [base, second].find((one) => !this.#taken.has(one)) ?? second;
    for (let number = 2; this.#taken.has(name); number++) name = `${second.slice(0, MAX_NAME_LENGTH - 5)}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** `filter[name]` is `filter_name`. Lines at both ends could make it a word of the language, such as `__proto__`. */
function toPlainName(original: string): string {
  const name = original
    .slice(0, 4 * MAX_NAME_LENGTH)
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .slice(0, MAX_NAME_LENGTH);
  return name === original && !name.startsWith('__') ? name : name.replace(/^_+|_+$/g, '');
}
