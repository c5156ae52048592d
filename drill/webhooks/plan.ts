import { createRandom } from '../random.ts';

/** Share of the deliveries that repeat another one. */
const REPEATED_SHARE = 0.3;

/** Returns the keys of the deliveries in sending order, determined by the seed. */
export function planDeliveries(seed: string, deliveries: number): readonly string[] {
  const random = createRandom(`${seed}/deliveries`);
  const first = Math.max(1, Math.round(deliveries * (1 - REPEATED_SHARE)));
  const keys = Array.from({ length: first }, (_, n) => `delivery-${n}`);
  const repeats = Array.from({ length: deliveries - first }, () => random.pick(keys));
  const all = [...keys, ...repeats];
  const left = [...all];
  return all.map(() => left.splice(random.whole(0, left.length - 1), 1)[0] ?? '');
}
