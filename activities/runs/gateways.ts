import type { MediaGateway } from '../../src/platform/models/media/request.ts';
import type { ModelGateway, ModelRequest } from '../../src/platform/models/request.ts';

/** Gateways through which steps call models. */
export interface Gateways {
  readonly gateway: ModelGateway;
  readonly media: MediaGateway;
}

/** Wraps a model call, which `call` makes. */
type AroundCall = <T>(model: ModelRequest['model'], call: () => Promise<T>) => Promise<T>;

/** Wraps every call of the gateways. */
export function wrapGateways({ gateway, media }: Gateways, around: AroundCall): Gateways {
  return {
    gateway: {
      generate: (request, call) => around(request.model, () => gateway.generate(request, call)),
      stream: (request, call) => around(request.model, () => gateway.stream(request, call)),
    },
    media: { generate: (request, call) => around(request.model, () => media.generate(request, call)) },
  };
}
