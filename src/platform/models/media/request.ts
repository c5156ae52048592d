import type { ImageModelV4 as ImageModel, SpeechModelV4 as SpeechModel } from '@ai-sdk/provider';
import type { ModelEntry } from '../catalog.ts';
import type { ModelWarning } from '../request.ts';

/** The AI SDK's specification of image and speech models. */
export type { ImageModel, SpeechModel };

/** Kinds of generated media. */
export type MediaKind = 'image' | 'audio';

/** A source image. */
interface SourceImage {
  readonly data: Uint8Array;
  readonly mediaType: string;
}

/** Request for one image or recording. */
export interface MediaRequest {
  readonly model: ModelEntry;
  readonly kind: MediaKind;
  /** Prompt of an image, or the text to speak. */
  readonly text: string;
  /** Instructions for the voice. */
  readonly instructions?: string | undefined;
  /** Source images. */
  readonly images: readonly SourceImage[];
  readonly settings: MediaSettings;
}

/** Settings of media. They are checked when they are saved. */
export interface MediaSettings {
  readonly size?: `${number}x${number}`;
  readonly aspect_ratio?: `${number}:${number}`;
  readonly quality?: string;
  readonly voice?: string;
  readonly speed?: number;
  readonly audio_format?: string;
  readonly seed?: number;
}

/** Generated media and its usage. */
export interface GeneratedMedia {
  readonly bytes: Buffer;
  /** Tokens as the provider reports them; 0 if it does not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Warnings of the adapter. */
  readonly warnings: readonly ModelWarning[];
  /** Duration in milliseconds. */
  readonly durationMs: number;
}

/** Generates images and speech with a model of any provider. Throws only ModelCallError. */
export interface MediaGateway {
  generate(request: MediaRequest, call: { readonly signal: AbortSignal }): Promise<GeneratedMedia>;
}
