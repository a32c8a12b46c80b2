/** Apart from what filters by it: the table of routes, which every page loads, needs the words only. */

export const MODALITIES = ['image', 'video', 'audio', '3d', 'text'] as const;
export type Modality = (typeof MODALITIES)[number];

export const CHARGES = ['no', 'yes', 'maybe'] as const;
export type Charge = (typeof CHARGES)[number];

export const SHELVES = ['favourites', 'recent'] as const;
export type Shelf = (typeof SHELVES)[number];

/** What the address of the catalog says; absent shows all. */
export interface CatalogSearch {
  q?: string | undefined;
  provider?: string | undefined;
  makes?: Modality | undefined;
  /** Whether a policy refusal is charged. */
  refusal?: Charge | undefined;
  show?: Shelf | undefined;
}
