import { useMemo, useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { JsonTreeView } from '@/shared/json-tree/json-tree-view';
import { useJsonSession } from '@/shared/json-tree/use-json-session';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { TextOutput } from './text-output';
import { isTruncated, useContent } from './use-content';

interface JsonOutputProps {
  surface: Surface;
  output: Output;
  url: string;
  onLoadError: () => void;
}

/** JSON as a collapsible tree, or as plain text; text only if it is too long or invalid. */
export function JsonOutput(file: JsonOutputProps) {
  const { surface, output, url, onLoadError } = file;
  const bytes = useContent({ surface, url, onLoadError });
  const blob = useMemo(() => (bytes ? new Blob([bytes as BlobPart]) : null), [bytes]);
  if (!blob) return <Skeleton className="min-h-40 flex-1" />;
  if (bytes && isTruncated(output, bytes)) return <TextOutput {...file} notice={t('Too long for a tree.')} />;
  return <TreeOrText {...file} blob={blob} />;
}

function TreeOrText({ blob, ...file }: JsonOutputProps & { blob: Blob }) {
  const opened = useJsonSession(blob);
  const [isText, setIsText] = useState(false);
  if (!opened) return <Skeleton className="min-h-40 flex-1" />;
  if ('problem' in opened) return <TextOutput {...file} notice={opened.problem} />;
  const tool = (
    <Button tone="ghost" size="sm" onClick={() => setIsText(!isText)}>
      {isText ? t('As tree') : t('As text')}
    </Button>
  );
  if (isText) {
    return (
      <>
        <div className="flex shrink-0 justify-end pb-1">{tool}</div>
        <TextOutput {...file} />
      </>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-md border border-line bg-panel">
      <JsonTreeView session={opened.session} label={t('Output {name}', { name: file.output.name })} tools={tool} />
    </div>
  );
}
