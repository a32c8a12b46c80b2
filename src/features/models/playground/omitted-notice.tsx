import { formatCount } from '@/lib/format';

/** Over the form of a document that is too large for one of all of it. */
export function LeftOutNotice({ count }: { count: number }) {
  return (
    <p className="mb-4 shrink-0 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      Schema too large: {formatCount(count, 'part')} omitted. Edit those as JSON.
    </p>
  );
}
