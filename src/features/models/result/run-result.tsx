import { useQuery } from '@tanstack/react-query';
import { Copy, FileQuestion } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { RunRecord, RunResponse } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import type { OfferedAction } from '@/shared/commands/action-table';
import { announce } from '@/shared/feedback/announce';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { copyText } from '@/shared/copy-text';
import { InputsLoading } from '@/shared/generation-inputs/inputs-loading';
import { Button } from '@/ui/button';
import { lazyPart } from '@/ui/lazy-part';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { ResponseActions, ResponseFileActions } from './response-actions';
import { ResponseView } from './response-view';
import { JsonTab } from './json-tab';
import { RawTab } from './raw-tab';
import { extensionOf } from './parse/media-keys';
import { readResponseQuery, runResultQuery } from './result-queries';
import { useTextFile } from './use-text-file';
import type { OpenModelForm } from '@/shared/dialog-requests/hand-overs';

const LazyRunInputs = lazyPart(async () => (await import('./run-inputs')).RunInputs, { fallback: <InputsLoading /> });

const MediaLightbox = lazyDialog(async () => (await import('./media-lightbox')).MediaLightbox);

const JUST_NOW_MS = 5000;

/** In a low window, the pane scrolls: a picture keeps its least size, and on phones a text is as high as it is long. */
const FITS_FILE = 'min-h-fit!';
const SCROLLS = 'min-h-52!';
const FITS_TEXT = 'min-h-52! max-sm:min-h-fit!';

interface RunResultProps {
  surface: Surface;
  /** Nothing is rendered for a run without a response. */
  run: RunRecord;
  /** The line below the result. */
  caption: ReactNode;
  /** Compares the run with the one before it. */
  compare: OfferedAction;
  /** Menu of the actions on the run. */
  menu: ReactNode;
  /** The form of the model beside it; absent if there is none. */
  form?: OpenModelForm;
  /** Called after a file was staged for another model (`hand-overs.ts`), to open the model catalog. */
  onFileStaged: () => void;
}

/** The result of a model call, in several views. */
export function RunResult({ surface, run, form, caption, compare, menu, onFileStaged }: RunResultProps) {
  const response = run.state.name === 'done' ? run.state.answer : null;
  const { data: file, isPending } = useQuery(runResultQuery(run));
  const { data: result, isLoading: isReading } = useQuery(
    readResponseQuery(run, file ?? null, response?.contentType ?? ''),
  );
  const [tab, setTab] = useState('result');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isLarge, setLarge] = useState(false);
  const textFile = useTextFile(run, result);
  const receivedAt = response?.receivedAt ?? 0;
  // Responses arrive long after the click, when the user may be elsewhere.
  useEffect(() => {
    if (Date.now() - receivedAt < JUST_NOW_MS) announce(t('{modelId} has finished', { modelId: run.modelId }));
  }, [receivedAt, run.modelId]);
  if (!response) return null;
  if (isPending) return <Skeleton className="m-5 min-h-40 flex-1" />;
  const isJson = result?.form === 'json';
  const active = tab === 'json' && !isJson ? 'result' : tab;
  const media = result?.media ?? [];
  const shown = media.find(({ id }) => id === chosenId) ?? media[0] ?? null;
  // A text is starred as the file that it becomes in the gallery.
  const marked = shown ?? textFile;
  const hasTexts = (result?.texts ?? []).length > 0;
  const actions = { surface, run, response, compare, menu };
  const tabs = [
    { value: 'result', label: t('Result') },
    { value: 'inputs', label: t('Inputs') },
    ...(isJson ? [{ value: 'json', label: 'JSON' }] : []),
    { value: 'raw', label: t('Raw') },
    { value: 'headers', label: t('Headers') },
  ];
  const fileName = `${run.modelId.split('/').at(-1)}.${isJson ? 'json' : extensionOf(response.contentType)}`;
  return (
    <>
      <Tabs
        label={t('Ways to look at the answer')}
        look="segments-start"
        value={active}
        tabs={tabs}
        onValueChange={setTab}
        className={active === 'result' && shown ? FITS_FILE : active === 'result' && hasTexts ? FITS_TEXT : SCROLLS}
      >
        {active === 'inputs' ? (
          <LazyRunInputs surface={surface} run={run} form={form ?? null} response={isJson ? (file ?? null) : null} />
        ) : active === 'headers' ? (
          <HeadersTab response={response} />
        ) : !file ? (
          <EmptyState icon={<FileQuestion />} title={t('The result is not in this browser any more')}>
            {t('There was no room to keep it, or it was cleared. What is known of the run is still here.')}
          </EmptyState>
        ) : active === 'raw' ? (
          <RawTab file={file} fileName={fileName} />
        ) : active === 'json' ? (
          <JsonTab file={file} fileName={fileName} />
        ) : (
          <ResponseView
            surface={surface}
            modelId={run.modelId}
            response={response}
            file={file}
            fileName={fileName}
            output={result}
            shown={shown}
            onChoose={setChosenId}
            onOpenLarge={() => setLarge(true)}
          />
        )}
      </Tabs>
      {caption}
      {/* Another toolbar would close a menu that was just opened. */}
      {isReading ? null : marked ? (
        <ResponseFileActions key={marked.id} {...actions} media={marked} onFileStaged={onFileStaged} />
      ) : (
        <ResponseActions {...actions} />
      )}
      {isLarge && shown ? (
        <MediaLightbox
          surface={surface}
          modelId={run.modelId}
          media={media}
          current={shown}
          onChoose={setChosenId}
          onFileStaged={onFileStaged}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </>
  );
}

/** All response headers that the browser exposes. */
function HeadersTab({ response }: { response: Pick<RunResponse, 'headers' | 'status'> }) {
  const text = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={t('Headers')}
      className="min-h-0 flex-1 overflow-auto px-4 pb-4 md:px-5"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t('Headers of the answer')}</caption>
        <thead className="sr-only">
          <tr>
            <th>{t('Header')}</th>
            <th>{t('Value')}</th>
          </tr>
        </thead>
        <tbody>
          {[['status', String(response.status)] as const, ...response.headers].map(([name, value]) => (
            <tr key={`${name} ${value}`} className="border-b border-line align-top">
              <td className="py-1.5 pr-4 whitespace-nowrap text-muted">{name}</td>
              <td className="py-1.5 font-mono wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex items-center gap-3 pt-3">
        <p className="min-w-0 flex-1 text-sm text-muted">{t('Only CORS-exposed headers are listed.')}</p>
        <Button tone="ghost" size="sm" onClick={() => void copyText(text, t('Headers'))}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
      </div>
    </div>
  );
}
