import type { ImageModelV4 as ImageModel, SpeechModelV4 as SpeechModel } from '@ai-sdk/provider';
import type { ModelEntry } from '../catalogue.ts';
import type { ModelWarning } from '../request.ts';

/** The AI SDK's specification of models that make pictures and speech. */
export type { ImageModel, SpeechModel };

/** What models make that is no text. */
export type MediaKind = 'image' | 'audio';

/** A picture that another one is made of. */
export interface SourceImage {
  readonly data: Uint8Array;
  readonly mediaType: string;
}

/** One picture or one recording to be made. */
export interface MediaRequest {
  readonly model: ModelEntry;
  readonly kind: MediaKind;
  /** What a picture shows; what is spoken. */
  readonly text: string;
  /** How it is spoken. */
  readonly instructions?: string | undefined;
  /** What a picture is made of. */
  readonly images: readonly SourceImage[];
  readonly settings: MediaSettings;
}

/** How it is made; what a provider takes of it is checked when it is saved. */
export interface MediaSettings {
  readonly size?: `${number}x${number}`;
  readonly aspect_ratio?: `${number}:${number}`;
  readonly quality?: string;
  readonly voice?: string;
  readonly speed?: number;
  readonly audio_format?: string;
  readonly seed?: number;
}

/** What a model made, and what it cost. */
export interface GeneratedMedia {
  readonly bytes: Buffer;
  /** As far as the provider counts tokens; 0 where it counts none. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the adapter said of the request. */
  readonly warnings: readonly ModelWarning[];
  /** Milliseconds. */
  readonly durationMs: number;
}

/** Makes pictures and speech with a model of any provider. Throws only ModelCallError. */
export interface MediaGateway {
  generate(request: MediaRequest, call: { readonly signal: AbortSignal }): Promise<GeneratedMedia>;
}
