import { create } from 'zustand';
import type { JsonValue } from '@contract/json/lossless';
import type { Asset } from '@contract/jobs/schemas';
import type { MediaKind } from '@contract/workflow/node-definitions';
import type { Surface } from '@/api/surface';
import type { ReusedValue } from '@/domains/generation-inputs/matching-inputs';

/** What one part of the console hands to another, until it is used or dismissed, or its page is closed. */
export interface HandOvers {
  /** The form of the open draft, for results on its page: also in dialogs, which are elsewhere in the tree. */
  openForm: OpenForm;
  /** The form of the open model, likewise. */
  openModelForm: OpenModelForm;
  /** Files selected on a page. They are opened by the drop handler, whose code loads after the first paint. */
  files: { surface: Surface; files: readonly File[] };
  /** A file for an input of a model that the user has yet to open. */
  mediaFile: { surfaceId: string; asset: Asset; name: string; media: MediaKind };
  /** Values of a result for the form of a draft. */
  reusedValues: {
    draftId: string;
    title: string;
    /** What was reused, such as `Seed 7`. */
    name: string;
    values: readonly ReusedValue[];
  };
  /** Values of a run for the form of its model. */
  modelValues: { surfaceId: string; modelId: string; name: string; values: readonly ModelValue[] };
  /** An input that was opened in the form of the same model on another server. */
  modelInput: {
    surfaceId: string;
    modelId: string;
    /** Name of the source server. */
    from: string;
    omitted: readonly OmittedValue[];
    /** Original call, with which the next one can be compared. */
    ranFrom: string | null;
  };
}

export interface OpenForm {
  /** Whether it has an input for one of the values at least. */
  hasInputFor: (values: readonly ReusedValue[]) => boolean;
  /** Fills in the inputs that the form has, in one step of undo. */
  fillIn: (values: readonly ReusedValue[]) => FilledIn;
}

export interface ModelValue {
  /** In the body of a call. */
  path: readonly string[];
  value: JsonValue;
}

export interface OpenModelForm {
  /** Returns the default of an input in the schema of the model. */
  defaultAt: (path: readonly string[]) => JsonValue | undefined;
  hasInput: (path: readonly string[]) => boolean;
  set: (values: readonly ModelValue[]) => FilledIn;
  /** Replaces the whole input. */
  replace: (bodyText: string) => FilledIn;
}

export interface FilledIn {
  /** How many inputs the form has. */
  found: number;
  /** How many of them had another value. */
  changed: number;
  /** Restores the previous values. */
  undo: () => void;
}

/** A value that the other server does not accept, and why. */
export interface OmittedValue {
  /** Path in the body, such as `image` or `items[0].url`. */
  name: string;
  why: string;
}

type Held = { [Name in keyof HandOvers]: HandOvers[Name] | null };

export const useHandOvers = create<Held>(() => ({
  openForm: null,
  openModelForm: null,
  files: null,
  mediaFile: null,
  reusedValues: null,
  modelValues: null,
  modelInput: null,
}));

export function handOver<Name extends keyof HandOvers>(name: Name, value: HandOvers[Name] | null): void {
  useHandOvers.setState((held) => ({ ...held, [name]: value }));
}

/** Returns what was handed over and clears it, so that it is used once. */
export function takeOver<Name extends keyof HandOvers>(name: Name): HandOvers[Name] | null {
  const value: Held[Name] = useHandOvers.getState()[name];
  handOver(name, null);
  return value;
}
