import { useQuery } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import { findUnreadable, unreadableText } from '@/domains/history/unreadable-records';
import { formatCount } from '@/lib/format';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';

/** Reports stored records that every page skips, and saves them to a file. Shows nothing if there are none. */
export function UnreadableRecords({ queryKey }: { queryKey: readonly unknown[] }) {
  const { data: records = [] } = useQuery({
    queryKey: [...queryKey, 'unreadable'],
    queryFn: findUnreadable,
    staleTime: 0,
    retry: false,
  });
  if (records.length === 0) return null;
  const save = () => saveText(unreadableText(records), 'flowdeck-unreadable-records.json', 'application/json');
  return (
    <section
      aria-label="Records that could not be read"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-soft px-3 py-2"
    >
      <TriangleAlert aria-hidden className="size-4 text-warn" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{formatCount(records.length, 'record')} could not be read</p>
        <p className="text-sm">
          No page shows what is incomplete. Jobs on the servers and all other data are not affected. Save it to a file
          before you clear data of this browser, or to report this.
        </p>
      </div>
      <Button size="sm" onClick={save}>
        <Download aria-hidden />
        Save as JSON
      </Button>
    </section>
  );
}
