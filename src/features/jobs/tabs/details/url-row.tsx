import { useQuery } from '@tanstack/react-query';
import { Link2, RefreshCw } from 'lucide-react';
import type { Output } from '@contract/jobs/schemas';
import { assetQuery } from '@/domains/assets/asset-query';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { useNow } from '@/lib/hooks/use-now';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { storedUntilText } from './details-model';

/** Expiry of the signed URL of a file, and a button to renew it. Expired URLs are renewed automatically on use. */
export function UrlRow({ surface, output }: { surface: Surface; output: Output }) {
  const now = useNow(1000);
  const isClosed = useLacksCapability(surface, 'openContent');
  const { data, isFetching, isError, refetch } = useQuery({ ...assetQuery(surface, output.id), enabled: false });
  const { url, url_expires_at: expiresAt } = newerUrl(output, data);
  const expiry = Date.parse(expiresAt);
  return (
    <>
      <span>{storedUntilText(Number.isFinite(expiry) ? expiry : null, now)}, renewed when used</span>
      <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
        {isFetching ? null : <RefreshCw aria-hidden />}
        Renew
      </Button>
      <Button
        size="sm"
        title={
          isClosed ? 'This URL works with the API key only' : 'Anyone with this URL can read the file until it expires'
        }
        onClick={() => void copyText(url, 'URL')}
      >
        <Link2 aria-hidden />
        Copy
      </Button>
      {isError ? (
        <span role="alert" className="basis-full text-bad">
          Could not renew the URL. The file may have been deleted.
        </span>
      ) : null}
    </>
  );
}

type Address = Pick<Output, 'url' | 'url_expires_at'>;

function newerUrl(reported: Address, renewed: Address | undefined): Address {
  if (!renewed) return reported;
  return Date.parse(renewed.url_expires_at) < Date.parse(reported.url_expires_at) ? reported : renewed;
}
