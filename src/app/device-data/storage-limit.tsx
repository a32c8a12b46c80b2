import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ListedAsset, NextRemovals, StorageUsage } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { nextRemovalsQuery } from '@/domains/gateway/storage-usage-query';
import { AssetImage } from '@/features/assets/asset-image';
import { formatBytes, formatDate } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ProgressBar } from '@/ui/progress-bar';
import { forecastText } from './forecast-text';

type Limit = NonNullable<StorageUsage['limit']>;

interface StorageLimitProps {
  surface: Surface;
  usage: StorageUsage;
}

/** The storage limit, when it is reached, and which outputs go then. Gateways of earlier versions have none. */
export function StorageLimit({ surface, usage }: StorageLimitProps) {
  const { limit, forecast, removed } = usage;
  if (limit === undefined) return null;
  return (
    <>
      {limit ? <LimitUse limit={limit} /> : null}
      {forecast ? <p className="mt-1 text-sm text-muted">{forecastText(forecast)}</p> : null}
      {removed && removed.files > 0 ? (
        <p className="mt-1 text-sm text-muted">
          {t(
            '{files, plural, one {# output} other {# outputs}} ({size}) removed so far to keep the limit. Their jobs are still there.',
            { files: removed.files, size: formatBytes(removed.bytes) },
          )}
        </p>
      ) : null}
      {limit ? (
        <RemovedNext surface={surface} />
      ) : (
        <p className="mt-1 text-sm text-muted">
          {t('There is no limit: nothing is removed before its retention ends. The flag --max-storage 50GB sets one.')}
        </p>
      )}
    </>
  );
}

function LimitUse({ limit: { bytes, used_bytes: used, is_exceeded_by_protected: isExceeded } }: { limit: Limit }) {
  return (
    <div className="mt-3">
      <p>
        {formatBytes(used)}{' '}
        <span className="text-muted">
          {t('of the limit of {size}; identical files count once', { size: formatBytes(bytes) })}
        </span>
      </p>
      <ProgressBar
        value={used / bytes}
        label={t('Storage limit in use')}
        tone={isExceeded ? 'bad' : 'quiet'}
        className="mt-1.5"
      />
      {isExceeded ? (
        <div role="alert" className="mt-3 flex gap-3 rounded-lg border border-warn bg-warn-soft p-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <div>
            <p className="font-semibold">{t('What must stay exceeds the limit')}</p>
            <p className="mt-1 text-sm">
              {t(
                'Uploads, and outputs that are starred, rated, tagged or in use, need more than {size} on their own. So nothing is removed, and the space in use grows. Delete jobs or files, remove stars, or start the gateway with a higher --max-storage.',
                { size: formatBytes(bytes) },
              )}
            </p>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function RemovedNext({ surface }: { surface: Surface }) {
  const { data, isError } = useQuery(nextRemovalsQuery(surface));
  if (isError) return <p className="mt-3 text-sm text-muted">{t('Could not read what is removed next.')}</p>;
  if (!data) return null;
  return (
    <section aria-labelledby="removed-next" className="mt-3">
      <h4 id="removed-next" className="text-sm font-semibold text-muted">
        {t('Removed next')}
      </h4>
      <p className="text-sm">{nextText(data)}</p>
      <ul aria-label={t('Outputs that are removed next')} className="mt-2 flex flex-wrap gap-2">
        {data.assets.map((asset) => (
          <li key={asset.id}>
            <NextOutput surface={surface} asset={asset} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function nextText({ is_due: isDue, files, bytes, oldest, newest }: NextRemovals): string {
  if (oldest === null || newest === null) {
    return t('No output can be removed: all of them are from the last hour, starred, rated, tagged or in use.');
  }
  const [first, last] = [formatDate(Date.parse(oldest)), formatDate(Date.parse(newest))];
  const size = formatBytes(bytes);
  const what =
    first === last
      ? t('{files, plural, one {# output} other {# outputs}} ({size}), made on {day}', { files, size, day: first })
      : t('{files, plural, one {# output} other {# outputs}} ({size}), made from {first} to {last}', {
          files,
          size,
          first,
          last,
        });
  return isDue
    ? t('Within a minute: {outputs}. Star, rate or tag what should stay.', { outputs: what })
    : t('Once the limit is reached, the oldest first: {outputs}. Star, rate or tag what should stay.', {
        outputs: what,
      });
}

function NextOutput({ surface, asset }: { surface: Surface; asset: ListedAsset }) {
  const name = asset.file_path ?? asset.id;
  const image = (
    <span className="block size-14 overflow-hidden rounded-md">
      <AssetImage surface={surface} asset={asset} side={THUMB_STRIP} className="object-cover" />
    </span>
  );
  if (!asset.job_id) return image;
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId: asset.job_id }}
      aria-label={t('Job of {name}', { name })}
      title={name}
      className="block rounded-md"
    >
      {image}
    </Link>
  );
}
