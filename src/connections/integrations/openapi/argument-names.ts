/** Characters that models take in the name of an argument, and how many of them. */
const LONGEST_NAME = 64;

/** Names of a tool's arguments: each is like the one in the document, plain, and of one argument only. */
export class ArgumentNames {
  readonly #taken = new Set<string>();

  /** A name of its own for what the document calls so; `place` tells two of one name apart. */
  take(wanted: string, place: string): string {
    const base = plain(wanted) || place;
    const second = `${base.slice(0, LONGEST_NAME - place.length - 1)}_${place}`;
    let name = [base, second].find((one) => !this.#taken.has(one)) ?? second;
    for (let number = 2; this.#taken.has(name); number++) name = `${second.slice(0, LONGEST_NAME - 5)}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** `filter[name]` is `filter_name`. Lines at both ends could make it a word of the language, such as `__proto__`. */
function plain(wanted: string): string {
  const name = wanted
    .slice(0, 4 * LONGEST_NAME)
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .slice(0, LONGEST_NAME);
  return name === wanted && !name.startsWith('__') ? name : name.replace(/^_+|_+$/g, '');
}
