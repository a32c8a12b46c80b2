import { MAX_RATING, type Rating } from '@/api/annotations/job-annotation';

/** As small as the text around it. The star of a favourite is drawn and coloured: it is not one of these. */
export function RatingSign({ rating }: { rating: Rating }) {
  return (
    <span
      role="img"
      aria-label={`Rated ${rating} of ${MAX_RATING}`}
      className="ml-1.5 tracking-tight whitespace-nowrap"
    >
      {'★'.repeat(rating)}
    </span>
  );
}
