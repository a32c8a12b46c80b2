import { useQuery } from '@tanstack/react-query';
import { Ban, CircleAlert, CloudDownload, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { kindIcons } from '@/shared/files/kind-icon';
import { BlobImage } from '@/ui/blob-image';
import { Spinner } from '@/ui/spinner';
import { runThumbnailQuery } from '../result/thumbnail-query';

interface RunImageProps {
  surface: Surface;
  run: RunRecord;
  className: string;
}

/** Thumbnail of the output of a run, or a status icon if there is no output yet. The status text is shown next to it. */
export function RunImage({ surface, run, className }: RunImageProps) {
  const isOpen = run.state.name === 'collectable' || run.state.name === 'retry_wait';
  return (
    <span
      className={classNames(
        'flex items-center justify-center overflow-hidden rounded-md [&_svg]:size-5',
        isOpen ? 'border border-dashed border-warn text-warn' : 'bg-hover text-faint',
        className,
      )}
    >
      <RunPicture surface={surface} run={run} />
    </span>
  );
}

export function RunPicture({ surface, run }: Omit<RunImageProps, 'className'>) {
  const { data } = useQuery(runThumbnailQuery(surface, run));
  if (data?.image) return <BlobImage blob={data.image} className="checkerboard size-full object-cover" />;
  return signOf(run, data ? kindIcons[data.kind] : null);
}

function signOf({ state }: RunRecord, result: ReactNode) {
  switch (state.name) {
    case 'done':
      return result;
    case 'collectable':
      return <CloudDownload aria-hidden />;
    case 'failed':
      return <CircleAlert aria-hidden />;
    case 'pending':
    case 'retry_wait':
      return <Hourglass aria-hidden />;
    case 'in_flight':
      return <Spinner />;
    case 'canceled':
    case 'not_sent':
      return <Ban aria-hidden />;
  }
}
