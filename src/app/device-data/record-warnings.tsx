import { useQuery } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_RECORD_LENGTH, MAX_RECORDS_LENGTH, type RejectionReason } from '@contract/console/curated-records';
import { listRejected } from '@/domains/curated/rejected-records';
import { findUnreadable, unreadableText } from '@/domains/history/unreadable-records';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { saveText } from '@/shared/files/save-text';
import { Button } from '@/ui/button';

const REJECTIONS: Readonly<Record<RejectionReason, () => string>> = {
  record_too_large: () =>
    t(
      'They are larger than {size} each and stay in this browser. Save large templates and workflows as files to use them elsewhere.',
      { size: formatBytes(MAX_RECORD_LENGTH) },
    ),
  storage_full: () =>
    t(
      'It has no room left: it keeps up to {size} of drafts, templates, batches, snippets, wildcard lists, views and annotations. They stay in this browser and are sent again when you reopen this page. Delete drafts and templates that you do not need.',
      { size: formatBytes(MAX_RECORDS_LENGTH) },
    ),
};

/** Reports what the gateway does not keep for other browsers, and why. Shows nothing if it keeps everything. */
export function RejectedRecords({ queryKey }: { queryKey: readonly unknown[] }) {
  const { data: rejected = [] } = useQuery({
    queryKey: [...queryKey, 'rejected'],
    queryFn: listRejected,
    staleTime: 0,
    retry: false,
  });
  return Object.entries(REJECTIONS).map(([reason, textOf]) => {
    const count = rejected.filter((unsent) => unsent.rejected === reason).length;
    return count === 0 ? null : (
      <RecordWarning
        key={reason}
        label={t('Changes that the gateway does not keep')}
        title={t('The gateway does not keep {count, plural, one {# change} other {# changes}}', { count })}
        text={textOf()}
      />
    );
  });
}

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
    <RecordWarning
      label={t('Records that could not be read')}
      title={t('{count, plural, one {# record} other {# records}} could not be read', { count: records.length })}
      text={t(
        'No page shows what is incomplete. Jobs on the servers and all other data are not affected. Save it to a file before you clear data of this browser, or to report this.',
      )}
    >
      <Button size="sm" onClick={save}>
        <Download aria-hidden />
        {t('Save as JSON')}
      </Button>
    </RecordWarning>
  );
}

interface RecordWarningProps {
  label: string;
  title: string;
  text: string;
  children?: ReactNode;
}

function RecordWarning({ label, title, text, children }: RecordWarningProps) {
  return (
    <section
      aria-label={label}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-soft px-3 py-2"
    >
      <TriangleAlert aria-hidden className="size-4 text-warn" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
