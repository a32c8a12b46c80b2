import { t } from '@/lib/i18n/messages';
import { useJsonSession } from '@/shared/json-tree/use-json-session';
import { JsonTreeView } from '@/shared/json-tree/json-tree-view';
import { Skeleton } from '@/ui/skeleton';
import { RawTab } from './raw-tab';

interface JsonTabProps {
  file: Blob;
  fileName: string;
}

/** The response as a tree, or as plain text if it cannot be shown as a tree. */
export function JsonTab({ file, fileName }: JsonTabProps) {
  const opened = useJsonSession(file);
  if (!opened) return <Skeleton className="m-5 min-h-40 flex-1" />;
  if ('problem' in opened) return <RawTab file={file} fileName={fileName} notice={opened.problem} />;
  return <JsonTreeView session={opened.session} label={t('The answer')} />;
}
