import { Copy, Ellipsis, FileJson2, Link2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { SchemaResult } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { webUrl } from '@/api/web-url';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { PageHeader } from '@/shared/page/page-header';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { CommittedSpend } from '@/domains/model-calls/run-record';
import { formatCents } from '@/lib/format';
import { BillingChip } from '../billing-chip';
import { StarButton } from '../star-button';
import { ModalityChips } from '../modality-chips';

interface ModelHeaderProps {
  surface: Surface;
  detail: ModelDetail;
  schema: SchemaResult | undefined;
  onShare: () => void;
}

/** What the model makes and how it is billed, its star, and a menu. */
export function ModelHeader({ surface, detail, schema, onShare }: ModelHeaderProps) {
  const { id, billing, input_schema_url } = detail;
  const schemaUrl = webUrl(input_schema_url ?? '');
  const isFree = useModelMetadata(surface).get(id)?.isFree ?? false;
  const items = [
    { label: t('Copy a link with this input'), icon: <Link2 />, onSelect: onShare },
    { label: t('Copy model ID'), icon: <Copy />, onSelect: () => void copyText(id, t('Model ID')) },
    ...(schemaUrl
      ? [
          {
            label: t('Open the schema document'),
            icon: <FileJson2 />,
            onSelect: () => void globalThis.open(schemaUrl, '_blank', 'noreferrer'),
          },
        ]
      : []),
  ];
  return (
    <PageHeader
      title={id}
      parent={{ label: t('Models'), to: '/$surface/models' }}
      actions={
        <>
          <StarButton surface={surface} modelId={id} />
          <LazyMenu
            trigger={
              <Button tone="ghost" size="icon" aria-label={t('More for this model')} title={t('More')}>
                <Ellipsis aria-hidden />
              </Button>
            }
            items={items}
          />
        </>
      }
    >
      <ModelChips>
        {schema ? <ModalityChips modalities={schema.outputModalities} /> : null}
        {isFree ? null : <BillingChip billing={billing} />}
        {isFree ? null : <ReservedSpend surface={surface} />}
      </ModelChips>
    </PageHeader>
  );
}

/** Row of chips, beside the title or below it. */
export function ModelChips({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden max-md:order-last max-md:basis-full">
      {children}
    </div>
  );
}

/** Spend reserved for running calls, from the latest response; renders nothing if none is reserved. */
export function ReservedSpend({ surface }: { surface: Surface }) {
  const records = useRunsView((state) => state.records);
  const spend = useMemo(() => {
    let newest: CommittedSpend | null = null;
    for (const run of Object.values(records)) {
      if (run.surfaceId === surface.id && run.spend && run.spend.at > (newest?.at ?? 0)) newest = run.spend;
    }
    return newest;
  }, [records, surface.id]);
  if (!spend || spend.limit === 0 || spend.current === 0) return null;
  const title = t('Of {price}, for running calls, as of the last response. Not a bill.', {
    price: formatCents(spend.limit),
  });
  return (
    <span className="px-1 text-sm text-muted tabular-nums" title={title}>
      {t('Reserved: {price}', { price: formatCents(spend.current) })}
      <span className="sr-only">. {title}</span>
    </span>
  );
}
