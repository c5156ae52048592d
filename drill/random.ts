import { sha256 } from '../src/platform/digest.ts';

/** A reproducible source of choices. */
export interface Random {
  /** Returns a whole number from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Returns the source of a seed. Equal seeds give equal choices. */
export function createRandom(seed: string): Random {
  let state = sha256(seed).readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
