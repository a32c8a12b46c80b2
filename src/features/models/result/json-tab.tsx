import { useJsonSession } from '@/shared/json-tree/use-json-session';
import { JsonTreeView } from '@/shared/json-tree/json-tree-view';
import { Skeleton } from '@/ui/skeleton';
import { RawTab } from './raw-tab';

interface JsonTabProps {
  file: Blob;
  fileName: string;
}

/** The answer as a tree; what cannot be one as the text that it is. */
export function JsonTab({ file, fileName }: JsonTabProps) {
  const opened = useJsonSession(file);
  if (!opened) return <Skeleton className="m-5 min-h-40 flex-1" />;
  if ('problem' in opened) return <RawTab file={file} fileName={fileName} notice={opened.problem} />;
  return <JsonTreeView session={opened.session} label="The answer" />;
}
