/** Separate from the filter code: the route table, which every page loads, only needs these values. */

export const MODALITIES = ['image', 'video', 'audio', '3d', 'text'] as const;
export type Modality = (typeof MODALITIES)[number];

export const CHARGES = ['no', 'yes', 'maybe'] as const;
export type Charge = (typeof CHARGES)[number];

export const CATALOG_VIEWS = ['favourites', 'recent'] as const;
export type CatalogView = (typeof CATALOG_VIEWS)[number];

/** URL search params of the catalog; an absent filter shows all models. */
export interface CatalogSearch {
  q?: string | undefined;
  provider?: string | undefined;
  makes?: Modality | undefined;
  /** Whether a policy refusal is charged. */
  refusal?: Charge | undefined;
  show?: CatalogView | undefined;
}
