import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Download, Upload } from 'lucide-react';
import { useState } from 'react';
import {
  clearDeviceData,
  requestPersistentStorage,
  readDeviceData,
  type DeviceData,
  type DeviceKind,
} from '@/domains/history/device-data';
import { canChangeJobs } from '@/domains/jobs/change-jobs';
import { LOCAL_SURFACE } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { formatBytes, formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { resetChoices } from '@/lib/settings/setting';
import { useChoiceCount } from '@/lib/settings/use-setting';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';
import { GatewayStorage } from './gateway-storage';
import { RejectedRecords, UnreadableRecords } from './record-warnings';
import { historyJobs } from '@/domains/history/history';
import { historyFileName, historyText } from '@/domains/history/history-file';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { chooseImport } from '@/shared/dialog-requests/import-request';
import { saveText } from '@/shared/files/save-text';

const QUERY_KEY = ['device.data'];

interface Row {
  kind: DeviceKind | 'runs' | 'outbox' | 'settings';
  label: Message;
  words: Message;
  /** Absent: entries are deleted one by one in their list. */
  clearing?: Message;
}

/** What this gateway keeps, it would give back: it is deleted there, too. */
const IS_KEPT_THERE = hasGateway();

const ROWS: readonly Row[] = [
  {
    kind: 'history',
    label: msg('Job history'),
    words: msg('Kept here even after the server deletes a job. Includes stars, ratings and tags.'),
    clearing: msg(
      'Removes them from this browser, with their stars, ratings and tags. The jobs themselves stay on their server, and a Flowdeck gateway gives stars, ratings and tags back.',
    ),
  },
  {
    kind: 'drafts',
    label: msg('Workflow drafts'),
    words: msg('Workflows you opened, with files not yet uploaded.'),
    clearing: IS_KEPT_THERE
      ? msg(
          'Deletes all drafts, also for your other browsers, and files not yet uploaded. Jobs created from them are kept.',
        )
      : msg('Deletes all drafts, and files not yet uploaded. Jobs created from them are kept.'),
  },
  {
    kind: 'templates',
    label: msg('Templates'),
    words: msg('Forms of workflows that you saved.'),
    clearing: IS_KEPT_THERE
      ? msg('Deletes all saved templates, also for your other browsers. Drafts and jobs created from them are kept.')
      : msg('Deletes all saved templates. Drafts and jobs created from them are kept.'),
  },
  {
    kind: 'snippets',
    label: msg('Prompt snippets'),
    words: msg('Parts of prompts that you saved under a name.'),
    clearing: IS_KEPT_THERE
      ? msg('Deletes all saved snippets, also for your other browsers. Prompts that contain them are kept.')
      : msg('Deletes all saved snippets. Prompts that contain them are kept.'),
  },
  {
    kind: 'wildcards',
    label: msg('Wildcard lists'),
    words: msg('Lists of values that prompts and sweeps draw from.'),
    clearing: IS_KEPT_THERE
      ? msg(
          'Deletes all wildcard lists, also for your other browsers. Prompts that name them then send the names as typed.',
        )
      : msg('Deletes all wildcard lists. Prompts that name them then send the names as typed.'),
  },
  {
    kind: 'views',
    label: msg('Saved views'),
    words: msg('Filters, order and layout of the job list that you saved under a name.'),
    clearing: IS_KEPT_THERE
      ? msg('Deletes all saved views, also for your other browsers. Jobs are not affected.')
      : msg('Deletes all saved views. Jobs are not affected.'),
  },
  {
    kind: 'files',
    label: msg('Stars and ratings of files'),
    words: msg('Those of the gallery.'),
    clearing: IS_KEPT_THERE
      ? msg('Removes the stars and ratings of all files, also for your other browsers. The files themselves stay.')
      : msg('Removes the stars and ratings of all files. The files themselves stay.'),
  },
  {
    kind: 'schemas',
    label: msg('Model catalog, schemas and last inputs'),
    words: msg('Cached so models and forms load instantly.'),
    clearing: msg('Models and forms load more slowly next time; forms reset to defaults.'),
  },
  { kind: 'runs', label: msg('Model runs'), words: msg('Includes results. Delete them in the history of each model.') },
  {
    kind: 'outbox',
    label: msg('Pending submissions'),
    words: msg('Prevents duplicate submissions. Removed automatically once confirmed.'),
  },
  {
    kind: 'settings',
    label: msg('Settings'),
    words: msg('Choices that differ from their defaults, also those in menus.'),
    clearing: msg('Resets appearance, shortcuts, notifications and all other choices to their defaults.'),
  },
];

const HOME_RECORDS = IS_KEPT_THERE
  ? msg(
      'Drafts, templates, batches, prompt snippets, wildcard lists, saved views and the stars and ratings of files are also kept by this gateway, for all your browsers.',
    )
  : msg(
      'Drafts, templates, batches, prompt snippets, wildcard lists, saved views and the stars and ratings of files stay in this browser: no Flowdeck gateway serves this page.',
    );

/** What this browser and the gateway store for Flowdeck, how much that is, and how to export or delete it. */
export function StoredData() {
  const { data, isError } = useQuery({ queryKey: QUERY_KEY, queryFn: readDeviceData, staleTime: 0, retry: false });
  const choices = useChoiceCount();
  return (
    <div className="pt-3">
      <h3 className="font-semibold">{t('In this browser')}</h3>
      <p className="mb-3 text-muted">
        {t(
          'It holds no keys except those you chose to keep in a tab or on this device. Stars, ratings and tags are also kept by the Flowdeck gateway of their jobs; on other servers they stay in this browser.',
        )}{' '}
        {t(HOME_RECORDS)} {t('Nothing else is sent anywhere by itself.')}
      </p>
      {isError ? (
        <p className="rounded-lg border border-warn bg-warn-soft px-3 py-2">
          {t('Storage is unavailable: private window, blocked storage or full disk.')}
        </p>
      ) : data ? (
        <>
          <Space data={data} />
          <ul aria-label={t('What is kept')} className="mt-4 divide-y divide-line border-y border-line">
            {ROWS.map((row) => (
              <KindRow key={row.kind} row={row} count={row.kind === 'settings' ? choices : data.counts[row.kind]} />
            ))}
          </ul>
          <RejectedRecords queryKey={QUERY_KEY} />
          <UnreadableRecords queryKey={QUERY_KEY} />
          <HistoryExport />
        </>
      ) : (
        <div className="flex h-40 items-center justify-center gap-2 text-muted">
          <Spinner /> {t('Counting')}
        </div>
      )}
      {canChangeJobs(LOCAL_SURFACE) ? <GatewayStorage surface={LOCAL_SURFACE} /> : null}
    </div>
  );
}

function Space({ data }: { data: DeviceData }) {
  const client = useQueryClient();
  const { usedBytes, quotaBytes, isPersistent } = data;
  const ask = useAction({
    run: requestPersistentStorage,
    done: (isGranted) =>
      isGranted
        ? null
        : {
            tone: 'neutral',
            isOfPage: true,
            title: t('Not granted yet'),
            description: t(
              'Browsers decide based on how often you use a page. Your data stays until the disk is full.',
            ),
          },
    failed: () => null,
    stale: [client, LOCAL_SURFACE, 'changeStoredData'],
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        {usedBytes === null || quotaBytes === null ? (
          <p className="text-muted">{t('This browser does not report storage usage.')}</p>
        ) : (
          <>
            <p>
              {formatBytes(usedBytes)}{' '}
              <span className="text-muted">{t('of {size} that it may use', { size: formatBytes(quotaBytes) })}</span>
            </p>
            <div className="mt-1.5">
              <ProgressBar value={quotaBytes > 0 ? usedBytes / quotaBytes : 0} label={t('Space in use')} tone="quiet" />
            </div>
          </>
        )}
      </div>
      {isPersistent ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <ShieldCheck aria-hidden className="size-4 text-ok" />
          {t('Persistent storage is on')}
        </span>
      ) : (
        <Button size="sm" onClick={() => void ask.run()}>
          {t('Make storage persistent')}
        </Button>
      )}
    </div>
  );
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

function KindRow({ row, count }: { row: Row; count: number }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { kind, words, clearing } = row;
  const label = t(row.label);
  const clear = useAction({
    async run() {
      if (kind === 'runs' || kind === 'outbox') return;
      if (kind === 'settings') resetChoices();
      else await clearDeviceData(kind);
    },
    failed: () => ({
      isOfPage: true,
      title: t('Could not clear: {label}', { label }),
      description: t('This browser could not change its storage, so nothing was deleted. Try again.'),
    }),
    stale: [client, LOCAL_SURFACE, 'changeStoredData'],
  });
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          {label} <span className="font-normal text-muted tabular-nums">{formatInteger(count)}</span>
        </p>
        <p className="text-sm text-muted">{t(isConfirming && clearing ? clearing : words)}</p>
      </div>
      {clearing === undefined || count === 0 ? null : isConfirming ? (
        <span className="flex gap-2">
          <Button
            size="sm"
            tone="danger"
            onClick={() => {
              setConfirming(false);
              void clear.run();
            }}
          >
            {t('Clear {count}', { count: formatInteger(count) })}
          </Button>
          {/* The pressed button is gone: the focus moves to the harmless one. */}
          <Button size="sm" ref={focusOnMount} onClick={() => setConfirming(false)}>
            {t('Keep')}
          </Button>
        </span>
      ) : (
        <Button size="sm" aria-label={t('Clear: {label}', { label })} onClick={() => setConfirming(true)}>
          {t('Clear…')}
        </Button>
      )}
    </li>
  );
}

/** Exports the history to a file; the shell handles imports. */
function HistoryExport() {
  const save = async () => {
    const now = new Date();
    saveText(historyText(await historyJobs(), await readAnnotations(), now), historyFileName(now), 'application/json');
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button onClick={() => void save()}>
        <Download aria-hidden />
        {t('Export history')}
      </Button>
      <Button onClick={chooseImport}>
        <Upload aria-hidden />
        {t('Import jobs…')}
      </Button>
    </div>
  );
}
