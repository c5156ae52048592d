import { Decimal } from 'decimal.js';
import type { Db } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { NO_TOKENS } from '../platform/models/usage.ts';
import type { Payer } from './payer.ts';
import { chargeCall, reserveCredits } from './reservations.ts';

/**
 * Runs a call with a fixed price, an exact decimal, which is reserved first. Failed calls are free. Throws
 * CreditShortage before the call.
 */
export async function payForCall<T>(
  { db }: { readonly db: Db },
  payer: Payer,
  price: string,
  call: () => Promise<T>,
): Promise<T> {
  if (new Decimal(price).isZero()) return call();
  const callId = newId();
  const guess = { inputTokens: 0, outputTokens: 0, credits: price };
  await reserveCredits(db, { payer, least: price, most: price, callId, guess });
  const settle = (credits: string) =>
    chargeCall(db, { table: payer.cause.table, callId }, { ...NO_TOKENS, credits }, false);
  let result: T;
  try {
    result = await call();
  } catch (error) {
    await settle('0');
    throw error;
  }
  await settle(price);
  return result;
}
