import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Job, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useMediaUrl } from '@/domains/jobs/file-url';
import { msg, t } from '@/lib/i18n/messages';
import { JobRating } from '@/shared/annotations/job-rating';
import { JobStar } from '@/shared/annotations/job-star';
import { DownloadLink } from '@/shared/files/download-link';
import { UseAsInputButton } from '@/shared/files/use-as-input-button';
import { firstShowable, isMedia, outputKind } from '@/shared/files/output-kind';
import { OutputContent } from '@/shared/viewer/output/output-content';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { useZoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import type { Size } from '@/shared/viewer/view-model';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { cellJobQuery } from '../cell-job';

interface CellOutputsProps {
  surface: Surface;
  jobId: string;
  /** Shown without an output: the state of the cell. */
  children: ReactNode;
}

/** Star, rating and one output of the job of a cell. */
export function CellOutputs({ surface, jobId, children }: CellOutputsProps) {
  const { data } = useQuery(cellJobQuery(surface, jobId));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const outputs = data?.job.outputs ?? [];
  const output = outputs.find(({ id }) => id === chosenId) ?? firstShowable(outputs);
  return (
    <>
      {data ? <Marks surface={surface} job={data.job} output={output} onChoose={setChosenId} /> : null}
      {output ? <LargeOutput key={output.id} surface={surface} output={output} jobId={jobId} /> : children}
    </>
  );
}

interface MarksProps {
  surface: Surface;
  job: Job;
  output: Output | null;
  onChoose: (outputId: string) => void;
}

function Marks({ surface, job, output, onChoose }: MarksProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 px-4">
      <JobStar surface={surface} job={job} />
      <JobRating surface={surface} job={job} isInDialog />
      {output && job.outputs.length > 1 ? (
        <Select
          aria-label={t('Output')}
          className="ml-auto w-44"
          value={output.id}
          options={job.outputs.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={onChoose}
        />
      ) : null}
    </div>
  );
}

function LargeOutput({ surface, output, jobId }: { surface: Surface; output: Output; jobId: string }) {
  const kind = outputKind(output);
  const { url, address, problem, onLoadError, onReadError, retry } = useMediaUrl(surface, output, isMedia(kind));
  const [size, setSize] = useState<Size | null>(null);
  const zoom = useZoom(kind === 'image' && problem === null ? size : null);
  useZoomKeys(zoom, true);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 px-4">
        <span className="min-w-0 truncate text-sm text-muted" title={output.name}>
          {[output.name, size && `${size.width} × ${size.height}`].filter(Boolean).join(' · ')}
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <ZoomControls zoom={zoom} />
          <UseAsInputButton tone="ghost" size="icon-sm" surface={surface} file={output} />
          <DownloadLink
            surface={surface}
            url={address ?? (problem === 'unloadable' ? output.url : null)}
            file={{ ...output, job_id: jobId }}
            siblings={[]}
            tone="ghost"
            size="icon-sm"
          />
        </span>
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4">
        {problem === null ? (
          <OutputContent
            surface={surface}
            output={output}
            url={url}
            address={address}
            kind={kind}
            zoom={zoom}
            takesWheel
            onLoadError={onLoadError}
            onReadError={onReadError}
            onSize={setSize}
          />
        ) : (
          <UnsupportedFile title={output.name} action={<Button onClick={retry}>{t('Try again')}</Button>}>
            {t(PROBLEMS[problem])}
          </UnsupportedFile>
        )}
      </div>
    </>
  );
}

const PROBLEMS = {
  gone: msg('This file no longer exists on the server. The job and its values are kept.'),
  removed: msg('Removed to keep the storage limit of the server. The job and its values are kept.'),
  unloadable: msg('The server is unreachable, or this browser cannot display the file. The file itself is unchanged.'),
  'too-large': msg('Too large for a preview. Download it to use it.'),
};
