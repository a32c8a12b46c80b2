import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { MAX_RECORD_LENGTH, MAX_RECORDS_LENGTH, type RejectionReason } from '@contract/console/curated-records';
import { listRejected } from '@/domains/curated/rejected-records';
import { formatBytes, formatCount } from '@/lib/format';

const TEXTS: Readonly<Record<RejectionReason, string>> = {
  record_too_large: `They are larger than ${formatBytes(MAX_RECORD_LENGTH)} each and stay in this browser. Save large templates and workflows as files to use them elsewhere.`,
  storage_full: `It has no room left: it keeps up to ${formatBytes(MAX_RECORDS_LENGTH)} of drafts, templates, batches, snippets, wildcard lists, views and annotations. They stay in this browser and are sent again when you reopen this page. Delete drafts and templates that you do not need.`,
};

/** Reports what the gateway does not keep for other browsers, and why. Shows nothing if it keeps everything. */
export function RejectedRecords({ queryKey }: { queryKey: readonly unknown[] }) {
  const { data: rejected = [] } = useQuery({
    queryKey: [...queryKey, 'rejected'],
    queryFn: listRejected,
    staleTime: 0,
    retry: false,
  });
  return Object.entries(TEXTS).map(([reason, text]) => {
    const count = rejected.filter((unsent) => unsent.rejected === reason).length;
    return count === 0 ? null : (
      <section
        key={reason}
        aria-label="Changes that the gateway does not keep"
        className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-soft px-3 py-2"
      >
        <TriangleAlert aria-hidden className="size-4 text-warn" />
        <div className="min-w-48 flex-1">
          <p className="font-medium">The gateway does not keep {formatCount(count, 'change')}</p>
          <p className="text-sm">{text}</p>
        </div>
      </section>
    );
  });
}
