import {
  assertInRange,
  CONSTANTS,
  type Decimal,
  FUNCTIONS,
  formatNumber,
  OPERATORS,
  parseNumber,
} from './calculator-numbers.ts';
import { type Token, tokenize } from './calculator-tokens.ts';
import { type BuiltinTool, parseArguments, ToolFailure } from './tool.ts';

const MAX_LENGTH = 1000;
const MAX_DEPTH = 50;

/** Precedence of the operators, lowest first. Unary minus is between `*` and `^`. */
const LEVELS: readonly ReadonlySet<string>[] = [new Set(['+', '-']), new Set(['*', '/', '%'])];

/** Decimal arithmetic for models. */
export const calculator: BuiltinTool = {
  name: 'calculator',
  description:
    'Calculates an arithmetic expression in decimal with 100 digits, so that 0.1 + 0.2 is 0.3. Operators: + - * / % (remainder, with the sign of the dividend) ^ ' +
    '(power) and parentheses. Functions: sqrt, abs, round(x, places), floor, ceil, min, max, log(x, base) (base 10 when ' +
    'left out), ln, exp, sin, cos, tan (radians). Constants: pi, e.',
  parameters: {
    type: 'object',
    properties: {
      expression: {
        type: 'string',
        maxLength: MAX_LENGTH,
        description: 'The expression, for example (0.1 + 0.2) * 3^2',
      },
    },
    required: ['expression'],
    additionalProperties: false,
  },
  sideEffects: () => false,
  quick: true,
  async run(args) {
    const { expression } = parseArguments(args, ['expression']);
    if (typeof expression !== 'string' || expression.trim() === '') {
      throw new ToolFailure('expression must be a non-empty string');
    }
    return { result: evaluate(expression) };
  },
};

/** Returns the value of an expression as text. Throws ToolFailure if it is invalid or has no result. */
function evaluate(expression: string): string {
  if (expression.length > MAX_LENGTH) throw new ToolFailure(`the expression is longer than ${MAX_LENGTH} characters`);
  const evaluation = new Evaluation(tokenize(expression));
  return formatNumber(evaluation.evaluateAll());
}

/** Parses the tokens by recursive descent and computes the value. */
class Evaluation {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  evaluateAll(): Decimal {
    const value = this.#level(0);
    const rest = this.#peek();
    if (rest.kind !== 'end') throw unexpected(rest, 'an operator');
    return value;
  }

  #level(level: number): Decimal {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let value = this.#level(level + 1);
    while (this.#peek().kind === 'sign' && operators.has(this.#peek().text)) {
      const operator = this.#take().text;
      value = operate(operator, value, this.#level(level + 1));
    }
    return value;
  }

  #unary(): Decimal {
    const { kind, text } = this.#peek();
    if (kind !== 'sign' || (text !== '-' && text !== '+')) return this.#power();
    this.#take();
    const value = this.#deeper(() => this.#unary());
    return text === '-' ? value.negated() : value;
  }

  #power(): Decimal {
    const base = this.#primary();
    if (this.#peek().text !== '^') return base;
    this.#take();
    // The exponent can have a sign, and a power to its right binds first.
    return operate(
      '^',
      base,
      this.#deeper(() => this.#unary()),
    );
  }

  #primary(): Decimal {
    const token = this.#take();
    if (token.kind === 'number') return parseNumber(token.text);
    if (token.kind === 'name') return this.#named(token);
    if (token.text !== '(') throw unexpected(token, 'a number, a function or "("');
    const value = this.#deeper(() => this.#level(0));
    this.#expect(')');
    return value;
  }

  #named(token: Token): Decimal {
    const name = token.text.toLowerCase();
    const constant = CONSTANTS.get(name);
    if (constant) return constant;
    const known = FUNCTIONS.get(name);
    if (!known) throw new ToolFailure(`${JSON.stringify(token.text)} is neither a function nor a constant`);
    this.#expect('(');
    const args = [this.#deeper(() => this.#level(0))];
    while (this.#peek().text === ',') {
      this.#take();
      args.push(this.#deeper(() => this.#level(0)));
    }
    this.#expect(')');
    const [first, second] = args;
    const [min, max] = known.arity;
    if (first === undefined || args.length < min || args.length > max) {
      throw new ToolFailure(`${name} takes ${min === max ? min : `${min} to ${max}`} argument(s)`);
    }
    return assertInRange(known.apply(first, second, args));
  }

  #deeper(read: () => Decimal): Decimal {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ToolFailure(`the expression is nested more than ${MAX_DEPTH} levels deep`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #expect(text: string): void {
    const token = this.#take();
    if (token.text !== text) throw unexpected(token, JSON.stringify(text));
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }
}

function operate(operator: string, left: Decimal, right: Decimal): Decimal {
  const operation = OPERATORS.get(operator);
  if (!operation) throw new Error(`no operator ${operator}`);
  return assertInRange(operation(left, right));
}

function unexpected({ kind, text, at }: Token, expected: string): ToolFailure {
  const found = kind === 'end' ? 'the expression ends' : `${JSON.stringify(text)} is at position ${at}`;
  return new ToolFailure(`${found} where ${expected} was expected`);
}
