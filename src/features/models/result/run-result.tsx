import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunRecord } from '@/api/runs/run-record';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { ResponseDetails } from './response-details';
import { ResponseView } from './response-view';
import { HeadersTab } from './headers-tab';
import { JsonTab } from './json-tab';
import { RawTab } from './raw-tab';
import { extensionOf } from './media-keys';
import { readResponseQuery, runResultQuery } from './result-queries';

const JUST_NOW_MS = 5000;

interface RunResultProps {
  surface: Surface;
  /** Nothing is drawn of a run that has no answer. */
  run: RunRecord;
  /** A file of it was picked up for another model (`useCarriedFile`): time to go where models are chosen. */
  onCarried: () => void;
}

/** What a call of a model gave back, looked at in four ways. */
export function RunResult({ surface, run, onCarried }: RunResultProps) {
  const answer = run.state.name === 'done' ? run.state.answer : null;
  const { data: file, isPending } = useQuery(runResultQuery(run));
  const { data: reading } = useQuery(readResponseQuery(run, file ?? null, answer?.contentType ?? ''));
  const [tab, setTab] = useState('result');
  const receivedAt = answer?.receivedAt ?? 0;
  // It comes by itself, long after the click, and nobody may be looking.
  useEffect(() => {
    if (Date.now() - receivedAt < JUST_NOW_MS) announce(`${run.modelId} has answered`);
  }, [receivedAt, run.modelId]);
  if (!answer) return null;
  if (isPending) return <Skeleton className="m-5 min-h-40 flex-1" />;
  const isJson = reading?.form === 'json';
  const shown = tab === 'json' && !isJson ? 'result' : tab;
  const tabs = [
    { value: 'result', label: 'Result' },
    ...(isJson ? [{ value: 'json', label: 'JSON' }] : []),
    { value: 'raw', label: 'Raw' },
    { value: 'headers', label: 'Headers' },
  ];
  const fileName = `${run.modelId.split('/').at(-1)}.${isJson ? 'json' : extensionOf(answer.contentType)}`;
  return (
    <Tabs
      label="Ways to look at the answer"
      look="segments"
      before={<ResponseDetails answer={answer} modelId={run.modelId} isFree={run.isFree ?? false} />}
      value={shown}
      tabs={tabs}
      onValueChange={setTab}
    >
      {shown === 'headers' ? (
        <HeadersTab answer={answer} />
      ) : !file ? (
        <EmptyState icon={<FileQuestion />} title="The result is not in this browser any more">
          There was no room to keep it, or it was cleared. What is known of the run is still here.
        </EmptyState>
      ) : shown === 'raw' ? (
        <RawTab file={file} fileName={fileName} />
      ) : shown === 'json' ? (
        <JsonTab file={file} fileName={fileName} />
      ) : (
        <ResponseView
          key={run.id}
          surface={surface}
          modelId={run.modelId}
          answer={answer}
          file={file}
          fileName={fileName}
          reading={reading}
          onCarried={onCarried}
        />
      )}
    </Tabs>
  );
}
