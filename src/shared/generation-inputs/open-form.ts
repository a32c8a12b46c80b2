import { createContext } from 'react';
import type { JsonValue } from '@contract/json/lossless';
import { asLink, type Graph } from '@contract/workflow/graph';
import type { InputSource } from '@contract/workflow/generation-inputs/generation-inputs';

/** A value of an input, and the class of its node: the same node may be another one elsewhere. */
export interface ReusedValue extends InputSource {
  classType: string;
  value: JsonValue;
}

/** The form of the open draft, as far as results beside it need it. */
export interface OpenForm {
  /**
   * Fills in the inputs that the form has, in one step of undo.
   * @returns how many it has, and how many of them had another value
   */
  fillIn: (values: readonly ReusedValue[]) => { found: number; changed: number };
}

/** `null` on pages without an open draft: inputs are then reused in a stored one. */
export const OpenFormContext = createContext<OpenForm | null>(null);

export function writtenValues(graph: Graph): ReusedValue[] {
  return [...graph.values()].flatMap(({ id, classType, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      asLink(value) ? [] : [{ nodeId: id, classType, input, value }],
    ),
  );
}
