import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { useFreshUrl } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { formatOutputSize } from '@/shared/output-size';
import { readPictureSize } from '@/workers/image-size';
import { outputKind } from '@/shared/output-kind';
import { useContent } from '../viewer/use-content';
import { UrlRow } from './url-row';
import { Fact, Facts } from './description-list';
import { HashRow } from './hash-row';

interface OutputDetailsProps {
  surface: Surface;
  output: Output;
  isOpenAtFirst: boolean;
}

/** One file in a list of perhaps hundreds: what it takes requests to tell is asked once it is opened. */
export function OutputDetails({ surface, output, isOpenAtFirst }: OutputDetailsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
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
          <FileDetails surface={surface} output={output} />
        </div>
      ) : null}
    </details>
  );
}

function FileDetails({ surface, output }: { surface: Surface; output: Output }) {
  const { url, onLoadError } = useFreshUrl(surface, output);
  return (
    <Facts>
      <Fact name="Type">
        {output.type} · {output.content_type || 'no content type'}
      </Fact>
      <Fact name="Size">
        {formatOutputSize(output)}
        {output.size_bytes === 0 ? null : ` (${formatInteger(output.size_bytes)} bytes)`}
      </Fact>
      {url && outputKind(output) === 'picture' ? (
        <Fact name="Dimensions">
          <PictureDimensions surface={surface} url={url} onLoadError={onLoadError} />
        </Fact>
      ) : null}
      {output.node_id ? <Fact name="Node">{output.node_id}</Fact> : null}
      <Fact name="Hash">
        <HashRow surface={surface} output={output} url={url} />
      </Fact>
      <Fact name="URL expires">
        <UrlRow surface={surface} output={output} />
      </Fact>
    </Facts>
  );
}

const HEAD_BYTES = 64 * 1024;

/** From the header of the file: nothing is decoded for it. */
interface PictureDimensionsProps {
  surface: Surface;
  url: string;
  onLoadError: () => void;
}

function PictureDimensions({ surface, url, onLoadError }: PictureDimensionsProps) {
  const head = useContent({ surface, url, maxBytes: HEAD_BYTES, onLoadError });
  const size = useMemo(() => (head ? readPictureSize(head) : null), [head]);
  if (!head) return <span className="text-muted">reading</span>;
  return <>{size ? `${formatInteger(size.width)} × ${formatInteger(size.height)} pixels` : 'unknown'}</>;
}
