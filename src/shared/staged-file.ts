import { create } from 'zustand';
import type { Asset } from '@contract/jobs/schemas';
import type { MediaKind } from '@contract/workflow/node-definitions';

/** A file that was picked up at one place to be put into an input at another. */
export interface CarriedFile {
  surfaceId: string;
  asset: Asset;
  name: string;
  media: MediaKind;
}

/** It lasts as long as the page, until it is put down. */
export const useCarriedFile = create<{ carried: CarriedFile | null }>(() => ({ carried: null }));

export function carryFile(carried: CarriedFile | null): void {
  useCarriedFile.setState({ carried });
}
