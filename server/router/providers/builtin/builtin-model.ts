import type { z } from 'zod/mini';

export type Modality = 'text' | 'image' | 'video' | 'audio';

/** Image of the input: its path and its value. */
export interface ImageInput {
  loc: readonly (string | number)[];
  /** URL, `data:` URI or base64. */
  source: string;
}

/** Result of a computation. `facts` are plain data; files are bytes. */
export interface Computed {
  facts: Readonly<Record<string, unknown>>;
  files: readonly ComputedFile[];
}

export interface ComputedFile {
  bytes: Uint8Array;
  contentType: string;
}

/** Gateway functions for building a response. */
export interface ResultHost {
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Stores a file and returns its signed URL, which is valid for 24 hours. */
  keep(file: ComputedFile, name: string): Promise<{ url: string; expiresAt: number }>;
}

/** Response body. JSON is serialized with exact integers; bytes are sent unchanged. */
export type ResultBody = { json: unknown } | { bytes: Uint8Array };

/**
 * Model that computes on this machine. Its computation is in `compute/` under the same name and runs in a separate process.
 */
export interface BuiltinModel<Input extends z.core.$ZodType = z.core.$ZodType> {
  /** Model segment of the id; also the name of its computation. */
  readonly model: string;
  readonly title: string;
  /** Markdown description; states that the model runs locally and is free. */
  readonly description: string;
  readonly inputModalities: readonly Modality[];
  readonly outputModalities: readonly Modality[];
  readonly input: Input;
  readonly example: Readonly<Record<string, unknown>>;
  readonly output: OutputDescription;
  /** `long` models have a separate process, so that quick ones do not wait for them. */
  readonly pace: 'quick' | 'long';
  pictures?(input: z.core.output<Input>): ImageInput[];
  /** Builds a response that conforms to `output` from the computed result. */
  respond(input: z.core.output<Input>, computed: Computed, host: ResultHost): Promise<ResultBody>;
}

export type OutputDescription =
  | { contentType: 'application/json'; schema: z.core.$ZodType; example: unknown }
  | { contentType: `audio/${string}`; description: string };

export function defineModel<Input extends z.core.$ZodType>(model: BuiltinModel<Input>): BuiltinModel {
  return model;
}

export const COMPUTES_HERE = 'Computes on this machine, without a network, and costs nothing.';
