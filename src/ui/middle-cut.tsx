import { titleParts } from '@/lib/middle-ellipsis';

/** Text in a flex container that is truncated in the middle if it is too long. */
export function MiddleCut({ text }: { text: string }) {
  const parts = titleParts(text);
  if (!parts) return <span className="truncate">{text}</span>;
  return (
    <>
      {/* The end only shrinks once the start has no width left. */}
      <span data-cut className="shrink-1000 overflow-hidden text-ellipsis whitespace-pre">
        {parts.start}
      </span>
      <span data-cut className="min-w-0 overflow-hidden whitespace-pre">
        {parts.end}
      </span>
    </>
  );
}
