import { ChevronRight, Link2, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { nodeName, type Graph } from '@contract/workflow/graph';
import { useFreshUrl } from '@/domains/jobs/file-url';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { formatOutputSize } from '@/shared/files/output-size';
import { readImageSize } from '@/lib/files/image-size';
import { outputKind } from '@/shared/files/output-kind';
import { useContent } from '@/shared/viewer/output/use-content';
import { Detail, Details } from './description-list';
import { HashRow } from './hash-row';
import { useQuery } from '@tanstack/react-query';
import { assetQuery } from '@/domains/assets/asset-query';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { useNow } from '@/lib/hooks/use-now';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { storedUntilText } from './details-model';

interface OutputDetailsProps {
  surface: Surface;
  output: Output;
  graph: Graph | null;
  isInitiallyOpen: boolean;
}

/** One file in a list of possibly hundreds: details that require requests are only fetched when it is opened. */
export function OutputDetails({ surface, output, graph, isInitiallyOpen }: OutputDetailsProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  return (
    <details
      open={isOpen}
      className="group border-t border-line first-of-type:border-t-0"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex list-none items-center gap-1.5 rounded py-1.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint group-open:rotate-90" />
        <span className="min-w-0 truncate font-medium" title={output.name}>
          {output.name}
        </span>
        <span className="ml-auto shrink-0 text-sm text-muted">{formatOutputSize(output)}</span>
      </summary>
      {isOpen ? (
        <div className="pb-3 pl-5.5">
          <FileDetails surface={surface} output={output} graph={graph} />
        </div>
      ) : null}
    </details>
  );
}

function FileDetails({ surface, output, graph }: Omit<OutputDetailsProps, 'isInitiallyOpen'>) {
  const { data: classes } = useQuery(definitionsQuery(surface));
  const { url, onLoadError } = useFreshUrl(surface, output);
  return (
    <Details>
      <Detail name={t('Type')}>
        {output.type} · {output.content_type || t('no content type')}
      </Detail>
      <Detail name={t('Size')}>
        {formatOutputSize(output)}
        {output.size_bytes === 0
          ? null
          : ` (${t('{count, plural, one {# byte} other {# bytes}}', { count: output.size_bytes })})`}
      </Detail>
      {url && outputKind(output) === 'image' ? (
        <Detail name={t('Dimensions')}>
          <ImageDimensions surface={surface} url={url} onLoadError={onLoadError} />
        </Detail>
      ) : null}
      {output.node_id ? (
        <Detail name={t('Node')}>
          <span title={t('Node {id}', { id: output.node_id })}>
            {nodeName(graph, output.node_id, classes) ?? output.node_id}
          </span>
        </Detail>
      ) : null}
      <Detail name={t('Hash')}>
        <HashRow surface={surface} output={output} url={url} />
      </Detail>
      <Detail name={t('URL expires')}>
        <UrlRow surface={surface} output={output} />
      </Detail>
    </Details>
  );
}

const HEAD_BYTES = 64 * 1024;

/** Read from the file header, without decoding. */
interface ImageDimensionsProps {
  surface: Surface;
  url: string;
  onLoadError: () => void;
}

function ImageDimensions({ surface, url, onLoadError }: ImageDimensionsProps) {
  const head = useContent({ surface, url, maxBytes: HEAD_BYTES, onLoadError });
  const size = useMemo(() => (head ? readImageSize(head) : null), [head]);
  if (!head) return <span className="text-muted">{t('reading')}</span>;
  return (
    <>
      {size
        ? t('{width} × {height} pixels', { width: formatInteger(size.width), height: formatInteger(size.height) })
        : t('unknown')}
    </>
  );
}

/** Expiry of the signed URL of a file, and a button to renew it. Expired URLs are renewed automatically on use. */
function UrlRow({ surface, output }: { surface: Surface; output: Output }) {
  const now = useNow(1000);
  const isClosed = useLacksCapability(surface, 'openContent');
  const { data, isFetching, isError, refetch } = useQuery({ ...assetQuery(surface, output.id), enabled: false });
  const { url, url_expires_at: expiresAt } = newerUrl(output, data);
  const expiry = Date.parse(expiresAt);
  return (
    <>
      <span>
        {t('{expiry}, renewed when used', {
          expiry: storedUntilText(Number.isFinite(expiry) ? expiry : null, now),
        })}
      </span>
      <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
        {isFetching ? null : <RefreshCw aria-hidden />}
        {t('Renew')}
      </Button>
      <Button
        size="sm"
        title={
          isClosed
            ? t('This URL works with the API key only')
            : t('Anyone with this URL can read the file until it expires')
        }
        onClick={() => void copyText(url, t('URL'))}
      >
        <Link2 aria-hidden />
        {t('Copy')}
      </Button>
      {isError ? (
        <span role="alert" className="basis-full text-bad">
          {t('Could not renew the URL. The file may have been deleted.')}
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
