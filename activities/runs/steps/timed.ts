import type { MediaGateway } from '../../../src/platform/models/media/request.ts';
import type { ModelGateway } from '../../../src/platform/models/request.ts';
import { whileExpecting } from './attempt.ts';

/** Models as steps call them that run on their own: how long each takes is learnt. */
export function timedModels<C extends { readonly gateway: ModelGateway; readonly media: MediaGateway }>(ctx: C): C {
  const { gateway, media } = ctx;
  const timed = <R extends { readonly model: { readonly id: string } }, T>({ model }: R, make: () => Promise<T>) =>
    whileExpecting(`model ${model.id}`, make);
  return {
    ...ctx,
    gateway: {
      generate: (request, call) => timed(request, () => gateway.generate(request, call)),
      stream: (request, call) => timed(request, () => gateway.stream(request, call)),
    },
    media: { make: (request, call) => timed(request, () => media.make(request, call)) },
  };
}
