import type { StampedAnnotation, StampedTag } from './job-annotations';

/** Merges two states of a job. Commutative, associative and idempotent: the order in which changes arrive does not matter. */
export function mergeAnnotations(left: StampedAnnotation, right: StampedAnnotation): StampedAnnotation {
  const star = later(left.star, right.star, ({ is }) => Number(is));
  const rating = later(left.rating, right.rating, ({ stars }) => stars);
  const tags = new Map<string, StampedTag>();
  for (const stamped of [...(left.tags ?? []), ...(right.tags ?? [])]) {
    tags.set(stamped.tag, later(tags.get(stamped.tag), stamped, ({ is }) => Number(is)) ?? stamped);
  }
  return annotationOfFields(star, rating, [...tags.values()]);
}

/** Of two changes at the same time, the one with more to keep wins: a star, a higher rating, a tag. */
function later<Field extends { at: number }>(
  left: Field | undefined,
  right: Field | undefined,
  weight: (field: Field) => number,
): Field | undefined {
  if (!left || !right) return left ?? right;
  if (left.at !== right.at) return left.at > right.at ? left : right;
  return weight(right) > weight(left) ? right : left;
}

/** Returns the time of the last change; 0 if there is none. */
export function lastChange({ star, rating, tags = [] }: StampedAnnotation): number {
  return Math.max(0, star?.at ?? 0, rating?.at ?? 0, ...tags.map((stamped) => stamped.at));
}

/** Returns the changes that are not part of `sent`: made since, or to other fields. */
export function annotationWithout(
  { star, rating, tags = [] }: StampedAnnotation,
  sent: StampedAnnotation,
): StampedAnnotation {
  const sentAt = new Map(sent.tags?.map((stamped) => [stamped.tag, stamped.at]));
  return annotationOfFields(
    star?.at === sent.star?.at ? undefined : star,
    rating?.at === sent.rating?.at ? undefined : rating,
    tags.filter((stamped) => stamped.at !== sentAt.get(stamped.tag)),
  );
}

function annotationOfFields(
  star: StampedAnnotation['star'],
  rating: StampedAnnotation['rating'],
  tags: readonly StampedTag[],
): StampedAnnotation {
  return {
    ...(star ? { star } : {}),
    ...(rating ? { rating } : {}),
    ...(tags.length > 0 ? { tags: tags.toSorted((left, right) => (left.tag < right.tag ? -1 : 1)) } : {}),
  };
}

/** Returns true if there is nothing in it. */
export function hasNoFields({ star, rating, tags }: StampedAnnotation): boolean {
  return star === undefined && rating === undefined && tags === undefined;
}
