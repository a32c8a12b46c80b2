import type { FormField, FormModel } from './form-model';

/**
 * Definitions may arrive while the form is in use. Its fields stay in the order that they are shown in until the draft is opened
 * again, and the one that has the focus keeps its widget.
 */
export function keepLayout(next: FormModel, shown: FormModel, heldKey: string | null): FormModel {
  const shownFields = new Map(shown.cards.map(({ nodeId, fields }) => [nodeId, fields]));
  const held = heldKey === null ? undefined : shown.fields.get(heldKey);
  const cards = next.cards.map((card) => ({
    ...card,
    fields: inOrderOf(shownFields.get(card.nodeId) ?? [], card.fields).map((field) =>
      field.key === held?.key ? { ...field, kind: held.kind, media: held.media } : field,
    ),
  }));
  const fields = new Map(cards.flatMap((card) => card.fields.map((field) => [field.key, field])));
  return { ...next, cards, fields };
}

/** New fields are where their definition says. */
function inOrderOf(shown: readonly FormField[], fields: readonly FormField[]): FormField[] {
  const ranks = new Map(shown.map(({ key }, index) => [key, index]));
  const rank = ({ key }: FormField) => ranks.get(key) ?? -1;
  const known = fields
    .filter(({ key }) => ranks.has(key))
    .toSorted((left, right) => rank(left) - rank(right))
    .values();
  return fields.flatMap((field) => (ranks.has(field.key) ? (known.next().value ?? []) : field));
}
