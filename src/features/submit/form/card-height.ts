import { toGridFields } from '@/shared/fields/grid-fields';
import { isShortField, type FieldKind, type FormField } from '../draft/form-model';

const HEADER_PX = 74;
const GAP_PX = 16;
const CONTROL_PX = 54;
const TALL_PX: Partial<Readonly<Record<FieldKind, number>>> = { long_text: 120, json: 100, media: 190 };

/** Estimates the height of a card in pixels, so that the length of a form is about right before its cards are rendered. */
export function estimateCardHeight(fields: readonly FormField[]): number {
  let half = 0;
  let rows = 0;
  for (const { field, isWide } of toGridFields(fields, isShortField)) {
    if (isWide) rows += (TALL_PX[field.kind] ?? CONTROL_PX) + GAP_PX;
    else half += 1;
  }
  return HEADER_PX + rows + (half / 2) * (CONTROL_PX + GAP_PX);
}
