import { create } from 'zustand';

/** A value that another server cannot take, and why. */
export interface LeftOut {
  /** Where it stands in the body, such as `image` or `items[0].url`. */
  name: string;
  why: string;
}

/** The input of a model that was brought to its form at another server. */
interface Arrival {
  surfaceId: string;
  modelId: string;
  /** Name of the server that it comes from. */
  from: string;
  leftOut: readonly LeftOut[];
  /** The call that it was taken from, which the next one can be compared with. */
  ranFrom: string | null;
}

/** It lasts as long as the page, until it is run or put away. */
export const useArrival = create<{ arrival: Arrival | null }>(() => ({ arrival: null }));

export function arrivalAt(surfaceId: string, modelId: string) {
  return ({ arrival }: { arrival: Arrival | null }): Arrival | null =>
    arrival?.surfaceId === surfaceId && arrival.modelId === modelId ? arrival : null;
}

export function setArrival(arrival: Arrival | null): void {
  useArrival.setState({ arrival });
}
