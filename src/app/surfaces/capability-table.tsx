import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { capabilityOf, type Capability } from '@/api/surfaces/capability-guess';
import {
  CAPABILITY_IDS,
  isProbeDue,
  probedAt,
  capabilities,
  type CapabilityId,
} from '@/api/surfaces/capability-record';
import { probeQuery } from '@/api/surfaces/probe-capabilities';
import { formatBytes } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { useSetting } from '@/lib/settings/use-setting';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';

const LABELS: Readonly<Record<CapabilityId, Message>> = {
  lists: msg('Job list'),
  labels: msg('Labels on jobs'),
  events: msg('Live progress'),
  logs: msg('Logs'),
  workflow: msg('Workflow of a job'),
  startTimes: msg('Start times of jobs'),
  hashes: msg('Uploads that skip known files'),
  uploadLimit: msg('Upload limit'),
  ranges: msg('Parts of files'),
  openContent: msg('File URLs without a key'),
  credits: msg('Paid with credits'),
  health: msg('Health check'),
  flowdeck: msg('Search, rename and delete'),
  models: msg('Models'),
  queuedModels: msg('Queued model calls'),
};

const SOURCES: Readonly<Record<Capability['source'], Message>> = {
  probe: msg('a check'),
  response: msg('a response'),
  kind: msg('its kind'),
};

/** Capabilities of a server, and when and how they were determined. */
export function CapabilityTable({ surface }: { surface: Surface }) {
  const records = useSetting(capabilities);
  const isRemote = surface.id !== LOCAL_SURFACE.id;
  const { refetch, isFetching, error } = useQuery({
    ...probeQuery(surface),
    // Probes once, unless it was done recently.
    enabled: isRemote && isProbeDue(surface),
  });
  const checkedAt = probedAt(surface, records);
  return (
    <section aria-label={t('What {name} can do', { name: surface.name })}>
      <div className="mb-2 flex min-h-7 items-center gap-3">
        <h3 className="font-semibold">{t('What this server can do')}</h3>
        {checkedAt === null ? null : (
          <span className="text-sm text-muted">
            <Trans text="checked {time}" values={{ time: <Age at={checkedAt} /> }} />
          </span>
        )}
        {isRemote ? (
          <Button size="sm" className="ml-auto" isBusy={isFetching} onClick={() => void refetch()}>
            {t('Check again')}
          </Button>
        ) : null}
      </div>
      {error ? <p className="mb-2 text-warn">{t('Not checked: {message}', { message: error.message })}</p> : null}
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th className="pr-4 pb-1 font-normal">{t('Feature')}</th>
            <th className="pr-4 pb-1 font-normal">{t('Available')}</th>
            <th className="pr-4 pb-1 font-normal">{t('Known from')}</th>
            <th className="pb-1 font-normal">{t('Since')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {CAPABILITY_IDS.map((id) => {
            const capability = capabilityOf(surface, id, records);
            return (
              <tr key={id} className="h-8">
                <th scope="row" className="py-1 pr-4 font-normal text-muted">
                  {t(LABELS[id])}
                </th>
                <td className="py-1 pr-4">
                  <Value capability={capability} />
                </td>
                <td className="py-1 pr-4 text-muted">{capability ? t(SOURCES[capability.source]) : null}</td>
                <td className="py-1 text-muted">
                  <Age at={capability?.since ?? null} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Value({ capability }: { capability: Capability | null }) {
  if (!capability) return t('unknown');
  const { isOffered, maxBytes, url } = capability;
  if (maxBytes !== undefined) return t('up to {size}', { size: formatBytes(maxBytes) });
  if (!isOffered) return t('no');
  if (url === undefined) return t('yes');
  return <Trans text="yes, <link>buy credits</link>" values={{ link: linkTo(url) }} />;
}

const linkTo = (url: string) => (content: ReactNode) => (
  <a href={url} target="_blank" rel="noreferrer" className="rounded text-accent hover:underline">
    {content}
  </a>
);
