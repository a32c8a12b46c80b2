import { useQuery } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { capabilitiesQuery, CAPABILITY_NAMES, type Capability } from '@/api/surfaces/capabilities';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { DetailList, DetailRow } from '../connection/detail-row';
import { useSurfaceHealth } from './use-surface-health';

const ANSWERS: Readonly<Record<Capability, string>> = { yes: 'yes', no: 'no', unknown: 'not known yet' };

/** What is known of a server that is no Flowdeck gateway: where it is and what it can do. */
export function SurfaceFacts({ surface }: { surface: Surface }) {
  const { health } = useSurfaceHealth(surface);
  const { data, dataUpdatedAt, refetch, isFetching } = useQuery(capabilitiesQuery(surface));
  const { jobs, router } = surface.remote ?? { jobs: surface.baseUrl, router: surface.routerBaseUrl };
  return (
    <div className="flex flex-col gap-5 pt-1">
      <DetailList>
        {jobs === null ? null : <DetailRow name="Job API">{jobs}</DetailRow>}
        {router === null ? null : <DetailRow name="Model Router">{router}</DetailRow>}
        <DetailRow name="Connection">{surface.remote ? 'through the gateway' : 'directly from this page'}</DetailRow>
        <DetailRow name="State">{health.text}</DetailRow>
      </DetailList>
      <section aria-labelledby="capabilities-title">
        <div className="mb-2 flex items-center gap-3">
          <h3 id="capabilities-title" className="font-semibold">
            What this server can do
          </h3>
          {dataUpdatedAt > 0 ? (
            <span className="text-sm text-muted">
              checked <Age at={dataUpdatedAt} />
            </span>
          ) : null}
          <Button size="sm" className="ml-auto" isBusy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        </div>
        {data ? (
          <table className="w-full text-left">
            <thead className="sr-only">
              <tr>
                <th>Feature</th>
                <th>Available</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-y border-line">
              {CAPABILITY_NAMES.map(([id, label]) => (
                <tr key={id} className="h-8">
                  <th scope="row" className="font-normal text-muted">
                    {label}
                  </th>
                  <td>{ANSWERS[data[id]]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </section>
    </div>
  );
}
