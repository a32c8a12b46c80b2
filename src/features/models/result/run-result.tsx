import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/feedback/announce';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { ResponseDetails } from './response-details';
import { ResponseView } from './response-view';
import { HeadersTab } from './headers-tab';
import { JsonTab } from './json-tab';
import { RawTab } from './raw-tab';
import { extensionOf } from './parse/media-keys';
import { readResponseQuery, runResultQuery } from './result-queries';

const JUST_NOW_MS = 5000;

interface RunResultProps {
  surface: Surface;
  /** Nothing is rendered for a run without a response. */
  run: RunRecord;
  /** Called after a file was staged for another model (`useStagedFile`), to open the model catalog. */
  onFileStaged: () => void;
}

/** The result of a model call, in four views. */
export function RunResult({ surface, run, onFileStaged }: RunResultProps) {
  const response = run.state.name === 'done' ? run.state.answer : null;
  const { data: file, isPending } = useQuery(runResultQuery(run));
  const { data: result } = useQuery(readResponseQuery(run, file ?? null, response?.contentType ?? ''));
  const [tab, setTab] = useState('result');
  const receivedAt = response?.receivedAt ?? 0;
  // Responses arrive long after the click, when the user may be elsewhere.
  useEffect(() => {
    if (Date.now() - receivedAt < JUST_NOW_MS) announce(`${run.modelId} has finished`);
  }, [receivedAt, run.modelId]);
  if (!response) return null;
  if (isPending) return <Skeleton className="m-5 min-h-40 flex-1" />;
  const isJson = result?.form === 'json';
  const shown = tab === 'json' && !isJson ? 'result' : tab;
  const tabs = [
    { value: 'result', label: 'Result' },
    ...(isJson ? [{ value: 'json', label: 'JSON' }] : []),
    { value: 'raw', label: 'Raw' },
    { value: 'headers', label: 'Headers' },
  ];
  const fileName = `${run.modelId.split('/').at(-1)}.${isJson ? 'json' : extensionOf(response.contentType)}`;
  return (
    <Tabs
      label="Ways to look at the answer"
      look="segments"
      before={<ResponseDetails response={response} modelId={run.modelId} isFree={run.isFree ?? false} />}
      value={shown}
      tabs={tabs}
      onValueChange={setTab}
    >
      {shown === 'headers' ? (
        <HeadersTab response={response} />
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
          response={response}
          file={file}
          fileName={fileName}
          output={result}
          onFileStaged={onFileStaged}
        />
      )}
    </Tabs>
  );
}
