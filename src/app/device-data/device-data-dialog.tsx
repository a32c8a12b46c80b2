import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  clearDeviceData,
  keepDeviceData,
  readDeviceData,
  type DeviceData,
  type DeviceKind,
} from '@/api/storage/device-data';
import type { CommandViewProps } from '@/app/commands/command-layer';
import { formatBytes, formatInteger } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';
import { TakeAlong } from './take-along';

const QUERY_KEY = ['device.data'];

interface Row {
  kind: DeviceKind | 'runs' | 'outbox';
  label: string;
  words: string;
  /** Absent: it is taken away where it is listed, one by one. */
  clearing?: string;
}

const ROWS: readonly Row[] = [
  {
    kind: 'history',
    label: 'Jobs of this browser',
    words:
      'Shown where a surface lists nothing, and after it let a job go. Stars, ratings and tags are kept with them.',
    clearing: 'The list forgets them, with their stars, ratings and tags. The jobs themselves stay on their surface.',
  },
  {
    kind: 'drafts',
    label: 'Drafts of workflows',
    words: 'What you opened and filled in, with the files that are not uploaded yet.',
    clearing: 'All drafts go, with files that were not uploaded. Jobs made from them stay.',
  },
  {
    kind: 'schemas',
    label: 'Catalog, schemas and last inputs of models',
    words: 'So that models and their forms are there at once. Read again when they are needed.',
    clearing: 'Models and forms come a moment later next time, forms with their defaults.',
  },
  { kind: 'runs', label: 'Runs of models', words: 'With their results. Delete them in the history of the model.' },
  {
    kind: 'outbox',
    label: 'Runs on their way',
    words: 'Guard against sending one twice. They go when they are settled.',
  },
];

/** What this browser keeps for Flowdeck, how much that is, and how to take it along or away. */
export function DeviceDataDialog({ onClose }: CommandViewProps) {
  const client = useQueryClient();
  const { data, isError } = useQuery({ queryKey: QUERY_KEY, queryFn: readDeviceData, staleTime: 0, retry: false });
  const readAgain = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: QUERY_KEY }),
      client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('device.') }),
    ]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title="Data on this device"
      description="Flowdeck keeps this in the browser. It holds no keys, and nothing of it is sent anywhere by itself."
    >
      {isError ? (
        <p className="rounded-lg border border-warn bg-warn-soft px-3 py-2">
          This browser keeps no data for this page: a private window, blocked storage or a full disk.
        </p>
      ) : data ? (
        <>
          <Space data={data} onAsked={readAgain} />
          <ul aria-label="What is kept" className="mt-4 divide-y divide-line border-y border-line">
            {ROWS.map((row) => (
              <KindRow key={row.kind} row={row} count={data.counts[row.kind]} onCleared={readAgain} />
            ))}
          </ul>
          <TakeAlong />
        </>
      ) : (
        <div className="flex h-40 items-center justify-center gap-2 text-muted">
          <Spinner /> Counting
        </div>
      )}
    </Dialog>
  );
}

function Space({ data, onAsked }: { data: DeviceData; onAsked: () => Promise<unknown> }) {
  const { usedBytes, quotaBytes, isPersistent } = data;
  const ask = async () => {
    if (!(await keepDeviceData())) {
      showToast({
        tone: 'neutral',
        title: 'The browser makes no promise yet',
        description: 'It decides by how often a page is used. Everything is kept all the same until the disk is full.',
      });
    }
    await onAsked();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        {usedBytes === null || quotaBytes === null ? (
          <p className="text-muted">This browser does not tell how much that is.</p>
        ) : (
          <>
            <p>
              {formatBytes(usedBytes)} <span className="text-muted">of {formatBytes(quotaBytes)} that it may use</span>
            </p>
            <div className="mt-1.5">
              <ProgressBar value={quotaBytes > 0 ? usedBytes / quotaBytes : 0} label="Space in use" tone="quiet" />
            </div>
          </>
        )}
      </div>
      {isPersistent ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <ShieldCheck aria-hidden className="size-4 text-ok" />
          Kept even when the disk is full
        </span>
      ) : (
        <Button size="sm" onClick={() => void ask()}>
          Keep it when the disk is full
        </Button>
      )}
    </div>
  );
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

function KindRow({ row, count, onCleared }: { row: Row; count: number; onCleared: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false);
  const { kind, label, words, clearing } = row;
  const clear = async () => {
    setAsking(false);
    if (kind === 'runs' || kind === 'outbox') return;
    await clearDeviceData(kind);
    await onCleared();
  };
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          {label} <span className="font-normal text-muted tabular-nums">{formatInteger(count)}</span>
        </p>
        <p className="text-sm text-muted">{isAsking ? clearing : words}</p>
      </div>
      {clearing === undefined || count === 0 ? null : isAsking ? (
        <span className="flex gap-2">
          <Button size="sm" tone="danger" onClick={() => void clear()}>
            Clear {formatInteger(count)}
          </Button>
          {/* The button that was pressed is gone: the focus goes to the harmless one. */}
          <Button size="sm" ref={focusOnMount} onClick={() => setAsking(false)}>
            Keep
          </Button>
        </span>
      ) : (
        <Button size="sm" aria-label={`Clear: ${label}`} onClick={() => setAsking(true)}>
          Clear…
        </Button>
      )}
    </li>
  );
}
