import { Decimal } from 'decimal.js';
import type { ModelEntry } from '../src/platform/models/catalogue.ts';
import { creditsFor, type ModelRequest } from '../src/platform/models/gateway.ts';
import { reserveCredits } from '../src/usage/reservations.ts';
import type { ActivityContext } from './context.ts';

/** Bytes of UTF-8 that a token stands for at least: English has about four to a token, other scripts three. */
const BYTES_PER_TOKEN = 3;
/** Tokens that a file or an image is taken for. */
const TOKENS_PER_FILE = 1500;
/** Output tokens that are set aside where the settings give no `max_tokens`. */
const USUAL_OUTPUT = 4096;
/** Output tokens without which a call is not worth making. */
const LEAST_OUTPUT = 256;

/** A model call can't be paid: the run's own budget is used up, or the organization's credits are. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage';
  readonly of: 'run' | 'organization';
  /** Exact decimal: what the call costs at least. */
  readonly needed: string;

  constructor(of: 'run' | 'organization', needed: string) {
    super(`the next model call needs ${needed} credits, which the ${of} has not left`);
    this.of = of;
    this.needed = needed;
  }
}

/** Whose credits a model call spends. */
export interface Payer {
  readonly runId: string;
  readonly orgId: string;
  /** What the run may still spend; null where it has no budget of its own. */
  readonly left: Decimal | null;
  /** What calls before this one cost that is not charged yet. */
  readonly unsettled?: Decimal;
}

/**
 * Sets aside what a model call may cost, before it is made, and answers the request as it may be sent: where credits
 * are short, with fewer output tokens. Throws CreditShortage where not even a short answer can be paid. An answer
 * longer than 4,096 tokens, where the settings give no `max_tokens`, can cost more than was set aside.
 */
export async function payable<R extends ModelRequest>(ctx: ActivityContext, payer: Payer, request: R): Promise<R> {
  const { model } = request;
  const wanted = request.settings.max_tokens;
  const cost = (inputTokens: number, outputTokens: number) =>
    new Decimal(creditsFor(model, { inputTokens, outputTokens }));
  const free = isFree(model);
  const inputTokens = free ? 0 : inputTokensOf(request);
  const least = cost(inputTokens, Math.min(wanted ?? LEAST_OUTPUT, LEAST_OUTPUT));
  if (payer.left !== null && (payer.left.lte(0) || payer.left.lt(least)))
    throw new CreditShortage('run', least.toFixed());
  if (free) return request;
  const whole = cost(inputTokens, wanted ?? USUAL_OUTPUT);
  const most = payer.left === null ? whole : Decimal.min(whole, payer.left);
  const { runId, orgId, unsettled = new Decimal(0) } = payer;
  const [lower, upper] = [least, most].map((amount) => amount.plus(unsettled).toFixed()) as [string, string];
  const granted = await reserveCredits(ctx.db, { runId, orgId, least: lower, most: upper });
  if (granted === undefined) throw new CreditShortage('organization', least.toFixed());
  const forThis = new Decimal(granted).minus(unsettled);
  if (whole.lte(forThis)) return request;
  const affordable = forThis.minus(cost(inputTokens, 0)).times(1_000_000).div(model.output_price).floor();
  return { ...request, settings: { ...request.settings, max_tokens: affordable.toNumber() } };
}

function isFree(model: ModelEntry): boolean {
  return new Decimal(model.input_price).isZero() && new Decimal(model.output_price).isZero();
}

/** A cautious guess at the tokens of a request, made from its size. */
function inputTokensOf({ system, messages, tools }: ModelRequest): number {
  let files = 0;
  // Bytes must not be written out as numbers; the replacer sees them before their own toJSON only as a property of `this`.
  const text = JSON.stringify({ system, messages, tools }, function (this: Record<string, unknown>, key, value) {
    if (!(this[key] instanceof Uint8Array)) return value as unknown;
    files++;
    return undefined;
  });
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN) + files * TOKENS_PER_FILE;
}
