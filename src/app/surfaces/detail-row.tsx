import type { ReactNode } from 'react';
import type { ComfyuiMemory } from '@contract/console/gateway-status';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';

/** A name and a value inside a `DetailList`. */
export function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="max-w-48 truncate max-sm:max-w-28 text-muted" title={name}>
        {name}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(5rem,max-content)_1fr] gap-x-6 gap-y-2">{children}</dl>;
}

export function Mono({ children }: { children: ReactNode }) {
  return <span className="font-mono text-sm">{children}</span>;
}

/** Memory of the machine of a ComfyUI and of each of its devices. */
export function MemoryRows({ memory }: { memory: ComfyuiMemory | null | undefined }) {
  if (!memory) return null;
  return (
    <>
      <DetailRow name={t('Memory')}>{formatFree(memory.freeBytes, memory.totalBytes)}</DetailRow>
      {memory.devices.map((device) => (
        <DetailRow key={device.name} name={device.name}>
          {formatFree(device.freeBytes, device.totalBytes)}
        </DetailRow>
      ))}
    </>
  );
}

export function formatFree(freeBytes: number | null | undefined, totalBytes: number | null | undefined): string {
  if (typeof freeBytes !== 'number') return t('not reported');
  const free = formatBytes(freeBytes);
  return typeof totalBytes === 'number'
    ? t('{free} free of {total}', { free, total: formatBytes(totalBytes) })
    : t('{size} free', { size: free });
}
