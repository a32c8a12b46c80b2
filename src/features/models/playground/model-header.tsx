import { Copy, FileJson2, Link2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { SchemaResult } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { webUrl } from '@/api/web-url';
import { classNames } from '@/lib/class-names';
import { copyText } from '@/shared/copy-text';
import { PageHeader } from '@/shared/page/page-header';
import { Button, buttonClass } from '@/ui/button';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { CommittedSpend } from '@/domains/model-calls/run-record';
import { formatCents } from '@/lib/format';
import { Age } from '@/shared/relative-time';
import { ProgressBar } from '@/ui/progress-bar';
import { BillingChip } from '../billing-chip';
import { StarButton } from '../star-button';
import { ModalityChips } from '../modality-chips';

interface ModelHeaderProps {
  surface: Surface;
  detail: ModelDetail;
  schema: SchemaResult | undefined;
  onShare: () => void;
}

export function ModelHeader({ surface, detail, schema, onShare }: ModelHeaderProps) {
  const { id, billing, input_schema_url } = detail;
  const schemaUrl = webUrl(input_schema_url ?? '');
  const isFree = useModelMetadata(surface).get(id)?.isFree ?? false;
  return (
    <PageHeader
      title={id}
      parent={{ label: 'Models', to: '/$surface/models' }}
      actions={
        <>
          {isFree ? null : <SpendMeter surface={surface} className="max-md:hidden" />}
          {schemaUrl ? (
            <a
              href={schemaUrl}
              target="_blank"
              rel="noreferrer"
              title={schema ? `The schema document, ${schema.etag}` : 'The schema document'}
              aria-label="The schema document"
              className={classNames(buttonClass({ tone: 'ghost', size: 'icon' }), 'max-md:hidden')}
            >
              <FileJson2 aria-hidden />
            </a>
          ) : null}
          <Button
            tone="ghost"
            size="icon"
            className="max-md:hidden"
            aria-label="Copy model ID"
            title="Copy model ID"
            onClick={() => void copyText(id, 'Model ID')}
          >
            <Copy aria-hidden />
          </Button>
          <Button
            tone="ghost"
            size="icon"
            aria-label="Copy a link with this input"
            title="Copy a link with this input"
            onClick={onShare}
          >
            <Link2 aria-hidden />
          </Button>
          <StarButton surface={surface} modelId={id} />
        </>
      }
    >
      <div className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:order-last max-md:basis-full">
        {schema ? <ModalityChips modalities={schema.outputModalities} /> : null}
        {isFree ? null : <BillingChip billing={billing} />}
        {isFree ? null : <SpendMeter surface={surface} className="ml-auto md:hidden" />}
      </div>
    </PageHeader>
  );
}

/** Committed spend for calls in flight, from the latest response; renders nothing if none reported it. */
export function SpendMeter({ surface, className }: { surface: Surface; className: string }) {
  const records = useRunsView((state) => state.records);
  const spend = useMemo(() => {
    let newest: CommittedSpend | null = null;
    for (const run of Object.values(records)) {
      if (run.surfaceId === surface.id && run.spend && run.spend.at > (newest?.at ?? 0)) newest = run.spend;
    }
    return newest;
  }, [records, surface.id]);
  if (!spend || spend.limit === 0) return null;
  const { limit, current, at } = spend;
  return (
    <div
      className={classNames('flex items-center gap-2 text-sm text-muted', className)}
      title="Committed spend for in-flight calls. Not a bill."
    >
      In flight
      <ProgressBar
        label="Spend held for calls in flight"
        value={current / limit}
        tone={current / limit > 0.9 ? 'bad' : 'accent'}
        className="w-20 max-md:hidden"
      />
      <span className="text-text tabular-nums">
        {formatCents(current)} of {formatCents(limit)}
      </span>
      <Age at={at} className="text-faint" />
    </div>
  );
}
