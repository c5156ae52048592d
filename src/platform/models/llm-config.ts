import Type from 'typebox';
import { Nullable, Text } from '../shapes.ts';

/** Settings of a model call. */
export const LlmConfig = Type.Partial(
  Type.Object({
    temperature: Nullable(Type.Number({ minimum: 0, maximum: 2 })),
    max_tokens: Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    top_p: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    top_k: Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
    presence_penalty: Nullable(Type.Number({ minimum: -2, maximum: 2 })),
    frequency_penalty: Nullable(Type.Number({ minimum: -2, maximum: 2 })),
    seed: Nullable(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    stop: Nullable(Type.Array(Text(100), { maxItems: 10 })),
  }),
);
