import { Copy, FileJson2, Link2 } from 'lucide-react';
import type { ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { SchemaResult } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { copyText } from '@/shared/copy-text';
import { PageHeader } from '@/shared/page/page-header';
import { Button, buttonClass } from '@/ui/button';
import { BillingChip } from '../billing-chip';
import { StarButton } from '../star-button';
import { ModalityChips } from '../modality-chips';
import { SpendMeter } from './spend-meter';

interface ModelHeaderProps {
  surface: Surface;
  detail: ModelDetail;
  schema: SchemaResult | undefined;
  onShare: () => void;
}

export function ModelHeader({ surface, detail, schema, onShare }: ModelHeaderProps) {
  const { id, billing, input_schema_url: schemaUrl } = detail;
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
