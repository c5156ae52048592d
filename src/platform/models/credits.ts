import { Decimal } from 'decimal.js';

/** Wide enough that no price times any number of tokens is ever rounded. */
const Exact = Decimal.clone({ precision: 100 });

/** What a call costs in credits: an exact decimal string without an exponent. */
export function creditsFor(
  model: { readonly input_price: string; readonly output_price: string },
  tokens: { readonly inputTokens: number; readonly outputTokens: number },
): string {
  const input = new Exact(model.input_price).times(tokens.inputTokens);
  const output = new Exact(model.output_price).times(tokens.outputTokens);
  return input.plus(output).div(1_000_000).toFixed();
}
