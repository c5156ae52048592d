import type { MediaGateway } from '../../src/platform/models/media/request.ts';
import type { ModelGateway, ModelRequest } from '../../src/platform/models/request.ts';

/** The gateways through which steps call models. */
export interface Gateways {
  readonly gateway: ModelGateway;
  readonly media: MediaGateway;
}

/** Does something around a call of a model, which `call` makes. */
type AroundCall = <T>(model: ModelRequest['model'], call: () => Promise<T>) => Promise<T>;

/** The gateways with something done around every call. */
export function wrapGateways({ gateway, media }: Gateways, around: AroundCall): Gateways {
  return {
    gateway: {
      generate: (request, call) => around(request.model, () => gateway.generate(request, call)),
      stream: (request, call) => around(request.model, () => gateway.stream(request, call)),
    },
    media: { generate: (request, call) => around(request.model, () => media.generate(request, call)) },
  };
}
