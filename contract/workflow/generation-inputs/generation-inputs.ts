import type { JsonValue } from '../../json/lossless';

/** The input that has a value, whichever nodes read it through links. */
export interface InputSource {
  nodeId: string;
  input: string;
}

export interface PromptText extends InputSource {
  text: string;
}

export type ValueKind =
  | 'model'
  | 'vae'
  | 'seed'
  | 'steps'
  | 'cfg'
  | 'guidance'
  | 'sampler'
  | 'scheduler'
  | 'denoise'
  | 'width'
  | 'height'
  | 'batch'
  | 'length'
  | 'duration'
  | 'aspect'
  | 'resolution'
  | 'file';

export interface MainValue extends InputSource {
  kind: ValueKind;
  /** As written: 64-bit numbers are exact. */
  value: JsonValue;
}

export interface LoraValue extends InputSource {
  name: string;
  /** For the model, and for the text encoder if it is another one. */
  strengths: readonly JsonValue[];
}

export interface SizeValue {
  width: MainValue;
  height: MainValue;
}

export interface ChangedNode {
  nodeId: string;
  title: string;
  classType: string;
  /** Whether the class is known: else all its values are listed. */
  isKnown: boolean;
  values: readonly ChangedValue[];
}

export interface ChangedValue {
  input: string;
  value: JsonValue;
  /** Absent if the class has no default for it, such as for files and models. */
  default?: JsonValue;
}

/** What a result was made from, as read from a workflow. */
export interface GenerationInputs {
  /** In the order in which they are combined. Empty texts are included, since a form shows their fields. */
  positive: readonly PromptText[];
  negative: readonly PromptText[];
  models: readonly MainValue[];
  /** From the model to the sampler. */
  loras: readonly LoraValue[];
  vaes: readonly MainValue[];
  seeds: readonly MainValue[];
  sizes: readonly SizeValue[];
  /** Steps, guidance, sampler and other settings: those of earlier samplers first. */
  settings: readonly MainValue[];
  /** Images, videos and audio files that the workflow reads. */
  files: readonly MainValue[];
  /** Values that differ from the defaults, in execution order. */
  changed: readonly ChangedNode[];
}
