import { isNumber } from '@contract/json/json-values';
import { firstOrder, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Field } from '../field';

/** Forms with at most this many fields show them all. */
const FEW = 8;
/** If fewer fields are in front, others are added in order. */
const MIN_MAIN = 6;
/** Commonly used inputs, in any spelling. */
const USUAL =
  /^(?:seed|width|height|size|image_?size|aspect_?ratio|ratio|resolution|duration(?:_?seconds)?|num_?images|n|output_?format|mode|negative_?prompt|quality|style|voice(?:_?id)?)$/i;

/**
 * Sorts properties for display: first by an order in the document, then required ones, then the main inputs of the
 * result, then in document order (which is often alphabetical). Groups stay together.
 * @param wanted properties of which at least one must be sent.
 */
export function arrangeFields(
  fields: readonly Field[],
  orders: ReadonlyMap<string, number>,
  wanted: ReadonlySet<string>,
  demoted: ReadonlySet<string>,
): Field[] {
  const ranked = fields.map((field, index) => ({ field, index, order: orders.get(field.name) ?? Infinity }));
  ranked.sort(
    (left, right) =>
      compare(left.order, right.order) ||
      weightOf(left.field, wanted) - weightOf(right.field, wanted) ||
      left.index - right.index,
  );
  const groups = [...new Set(ranked.map(({ field }) => field.group))];
  ranked.sort((left, right) => groups.indexOf(left.field.group) - groups.indexOf(right.field.group));

  const front = ranked.filter(({ field }) => isMainField(field, wanted, demoted));
  const [standing, others] = parted(front, ({ field, order }) => order !== Infinity || stands(field, wanted));
  // A form with almost nothing in front would hide its purpose.
  const first = others.filter(({ field }) => !isOfSeries(field)).slice(0, Math.max(0, MIN_MAIN - standing.length));
  const shown = fields.length <= FEW ? front : [...standing, ...first];
  const main = new Set(shown.map(({ field }) => field));
  return ranked.map(({ field }) => (main.has(field) ? field : { ...field, place: 'more' }));
}

function parted<Item>(items: readonly Item[], isOne: (item: Item) => boolean): [Item[], Item[]] {
  const ones: Item[] = [];
  const others: Item[] = [];
  for (const item of items) (isOne(item) ? ones : others).push(item);
  return [ones, others];
}

const compare = (left: number, right: number) => (left === right ? 0 : left - right);

function weightOf(field: Field, wanted: ReadonlySet<string>): number {
  if (field.required) return isProse(field) ? 0 : 1;
  if (wanted.has(field.name)) return 2;
  if (isProse(field) && !/negative/i.test(field.name)) return 3;
  return field.kind === 'media' || isMediaList(field) ? 4 : 5;
}

const isProse = (field: Field) => field.kind === 'text' && field.format === 'long';

function isMediaList(field: Field): boolean {
  return field.kind === 'union'
    ? field.branches.slice(0, 4).some((branch) => branch.field().kind === 'media')
    : field.kind === 'array' && field.item(0).kind === 'media';
}

/** Returns false for fields that are always collapsed, even if there are only a few. */
function isMainField(field: Field, wanted: ReadonlySet<string>, demoted: ReadonlySet<string>): boolean {
  if (field.required || wanted.has(field.name)) return true;
  return !field.deprecated && !field.readOnly && !demoted.has(field.name);
}

/** Returns true for fields that are never collapsed. Of a numbered series, only the first. */
function stands(field: Field, wanted: ReadonlySet<string>): boolean {
  if (field.required || wanted.has(field.name) || USUAL.test(field.name)) return true;
  if (isProse(field)) return true;
  return (field.kind === 'media' || isMediaList(field)) && !isOfSeries(field);
}

/** `image_2` and higher numbers. */
const isOfSeries = (field: Field) => /(?<!\d)0*(?:[2-9]|[1-9]\d+)$/.test(field.name);

/** Reads the order from the document: a number at each property, or a list of names at the object. */
export function statedOrders(flat: FlatSchema, properties: ReadonlyMap<string, FlatSchema>): Map<string, number> {
  const orders = new Map<string, number>();
  const listed = firstOrder(flat);
  if (Array.isArray(listed)) listed.forEach((name, index) => orders.set(String(name), index));
  for (const [name, property] of properties) {
    const order = firstOrder(property);
    if (isNumber(order) && !orders.has(name)) orders.set(name, Number(order));
  }
  return orders;
}
