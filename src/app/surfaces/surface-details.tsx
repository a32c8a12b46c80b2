import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { DetailList, DetailRow } from './detail-row';
import { CapabilityTable } from './capability-table';
import { useSurfaceHealth } from './use-surface-health';

/** Details of a server that is not a Flowdeck gateway: its URLs and capabilities. */
export function SurfaceDetails({ surface }: { surface: Surface }) {
  const { health } = useSurfaceHealth(surface);
  const { jobs, router } = surface.remote ?? { jobs: surface.baseUrl, router: surface.routerBaseUrl };
  return (
    <div className="flex flex-col gap-5 pt-1">
      <DetailList>
        {jobs === null ? null : <DetailRow name={t('Job API')}>{jobs}</DetailRow>}
        {router === null ? null : <DetailRow name={t('Model Router')}>{router}</DetailRow>}
        <DetailRow name={t('Connection')}>
          {surface.remote ? t('through the gateway') : t('directly from this page')}
        </DetailRow>
        <DetailRow name={t('State')}>{health.text}</DetailRow>
        {health.responseTime ? <DetailRow name={t('Response time')}>{health.responseTime}</DetailRow> : null}
      </DetailList>
      <CapabilityTable surface={surface} />
    </div>
  );
}
