import { create } from 'zustand';

/** A value that the other server does not accept, and why. */
export interface OmittedValue {
  /** Path in the body, such as `image` or `items[0].url`. */
  name: string;
  why: string;
}

/** An input that was opened in the form of the same model on another server. */
interface TransferredInput {
  surfaceId: string;
  modelId: string;
  /** Name of the source server. */
  from: string;
  omitted: readonly OmittedValue[];
  /** Original call, with which the next one can be compared. */
  ranFrom: string | null;
}

/** Set until the input is run or dismissed, or the page is closed. */
export const useTransferredInput = create<{ transferred: TransferredInput | null }>(() => ({ transferred: null }));

export function inputTransferredTo(surfaceId: string, modelId: string) {
  return ({ transferred }: { transferred: TransferredInput | null }): TransferredInput | null =>
    transferred?.surfaceId === surfaceId && transferred.modelId === modelId ? transferred : null;
}

export function setTransferredInput(transferred: TransferredInput | null): void {
  useTransferredInput.setState({ transferred });
}
