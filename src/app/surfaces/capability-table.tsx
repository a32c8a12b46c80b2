import { useQuery } from '@tanstack/react-query';
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
import { useSetting } from '@/lib/settings/use-setting';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';

const LABELS: Readonly<Record<CapabilityId, string>> = {
  lists: 'Job list',
  labels: 'Labels on jobs',
  events: 'Live progress',
  logs: 'Logs',
  workflow: 'Workflow of a job',
  startTimes: 'Start times of jobs',
  hashes: 'Uploads that skip known files',
  uploadLimit: 'Upload limit',
  ranges: 'Parts of files',
  openContent: 'File URLs without a key',
  credits: 'Paid with credits',
  health: 'Health check',
  flowdeck: 'Search, rename and delete',
  models: 'Models',
  queuedModels: 'Queued model calls',
};

const SOURCES: Readonly<Record<Capability['source'], string>> = {
  probe: 'a check',
  response: 'a response',
  kind: 'its kind',
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
    <section aria-label={`What ${surface.name} can do`}>
      <div className="mb-2 flex min-h-7 items-center gap-3">
        <h3 className="font-semibold">What this server can do</h3>
        {checkedAt === null ? null : (
          <span className="text-sm text-muted">
            checked <Age at={checkedAt} />
          </span>
        )}
        {isRemote ? (
          <Button size="sm" className="ml-auto" isBusy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        ) : null}
      </div>
      {error ? <p className="mb-2 text-warn">Not checked: {error.message}</p> : null}
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th className="pr-4 pb-1 font-normal">Feature</th>
            <th className="pr-4 pb-1 font-normal">Available</th>
            <th className="pr-4 pb-1 font-normal">Known from</th>
            <th className="pb-1 font-normal">Since</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {CAPABILITY_IDS.map((id) => {
            const capability = capabilityOf(surface, id, records);
            return (
              <tr key={id} className="h-8">
                <th scope="row" className="py-1 pr-4 font-normal text-muted">
                  {LABELS[id]}
                </th>
                <td className="py-1 pr-4">
                  <Value capability={capability} />
                </td>
                <td className="py-1 pr-4 text-muted">{capability ? SOURCES[capability.source] : null}</td>
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
  if (!capability) return 'unknown';
  const { isOffered, maxBytes, url } = capability;
  if (maxBytes !== undefined) return `up to ${formatBytes(maxBytes)}`;
  if (!isOffered) return 'no';
  if (url === undefined) return 'yes';
  return (
    <>
      yes,{' '}
      <a href={url} target="_blank" rel="noreferrer" className="rounded text-accent hover:underline">
        buy credits
      </a>
    </>
  );
}
