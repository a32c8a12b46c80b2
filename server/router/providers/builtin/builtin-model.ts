import type { z } from 'zod/mini';

export type Modality = 'text' | 'image' | 'video' | 'audio';

/** Where a picture of the input stands, and what stands there. */
export interface PictureInput {
  loc: readonly (string | number)[];
  /** An address, a `data:` URI or base64. */
  source: string;
}

/** What the process made. `facts` are plain data; files come as bytes. */
export interface Computed {
  facts: Readonly<Record<string, unknown>>;
  files: readonly ComputedFile[];
}

export interface ComputedFile {
  bytes: Uint8Array;
  contentType: string;
}

/** What an answer may need of the gateway. */
export interface ResultHost {
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Stores a file; its signed address works for 24 hours. */
  keep(file: ComputedFile, name: string): Promise<{ url: string; expiresAt: number }>;
}

/** JSON goes out with its whole numbers exact, bytes as they are. */
export type ResultBody = { json: unknown } | { bytes: Uint8Array };

/**
 * One model that computes on this machine. `compute/` holds the other half, which runs in a process of its own under
 * the same name.
 */
export interface BuiltinModel<Input extends z.core.$ZodType = z.core.$ZodType> {
  /** The model segment; also the name of its computation. */
  readonly model: string;
  readonly title: string;
  /** Markdown; says that it computes here and costs nothing. */
  readonly description: string;
  readonly inputModalities: readonly Modality[];
  readonly outputModalities: readonly Modality[];
  readonly input: Input;
  readonly example: Readonly<Record<string, unknown>>;
  readonly output: OutputDescription;
  /** `long` ones have a process of their own, so that nobody waits behind them. */
  readonly pace: 'quick' | 'long';
  pictures?(input: z.core.output<Input>): PictureInput[];
  /** Puts what was computed into the shape that `output` describes. */
  respond(input: z.core.output<Input>, computed: Computed, host: ResultHost): Promise<ResultBody>;
}

export type OutputDescription =
  | { contentType: 'application/json'; schema: z.core.$ZodType; example: unknown }
  | { contentType: `audio/${string}`; description: string };

export function defineModel<Input extends z.core.$ZodType>(model: BuiltinModel<Input>): BuiltinModel {
  return model as unknown as BuiltinModel;
}

export const COMPUTES_HERE = 'Computes on this machine, without a network, and costs nothing.';
