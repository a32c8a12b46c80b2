import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { formatBytes } from '@/lib/format';
import { ScrollText } from '@/ui/scroll-text';
import { Skeleton } from '@/ui/skeleton';

/** More is a job for an editor, not for a page. */
const MAX_SHOWN_BYTES = 512 * 1024;

/** Text and JSON exactly as they are, as text only. */
export function TextOutput({ output, url, onLoadError }: { output: Output; url: string; onLoadError: () => void }) {
  const isLong = output.size_bytes > MAX_SHOWN_BYTES;
  const { data, isError } = useQuery({
    queryKey: ['text-output', url],
    queryFn: async ({ signal }) => {
      const headers = isLong ? { Range: `bytes=0-${MAX_SHOWN_BYTES - 1}` } : undefined;
      const response = await fetch(url, { signal, credentials: 'omit', ...(headers ? { headers } : {}) });
      if (!response.ok) throw new Error(`The surface answered ${response.status}`);
      return response.text();
    },
    staleTime: Infinity,
    retry: false,
  });
  // Lets the owner of the address renew it, as a picture's `error` event does.
  useEffect(() => {
    if (isError) onLoadError();
  }, [isError, onLoadError]);

  if (data === undefined) return <Skeleton className="min-h-40 flex-1" />;
  return (
    <>
      {isLong ? (
        <p className="pb-2 text-sm text-muted">
          The first {formatBytes(MAX_SHOWN_BYTES)} of {formatBytes(output.size_bytes)}; download it for the rest.
        </p>
      ) : null}
      <ScrollText
        label={`Output ${output.name}`}
        className="min-h-0 flex-1 rounded-md border border-line bg-panel p-3 max-md:max-h-[60dvh]"
      >
        {data}
      </ScrollText>
    </>
  );
}
