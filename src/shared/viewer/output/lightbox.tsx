import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { JobRating } from '@/shared/annotations/job-rating';
import { InputsPaneButton, useInputsPane, WithInputs } from './inputs-pane';
import { OutputView } from './output-view';

interface LightboxProps {
  surface: Surface;
  job: ListedJob;
  /** Title of the job. */
  title: string;
  outputs: readonly Output[];
  current: Output;
  onChoose: (output: Output) => void;
  onClose: () => void;
}

const SLIDE_MS = 4000;

/** The current output in the full window; arrow keys and a slide show switch to the others. */
export function Lightbox({ surface, job, title, outputs, current, onChoose, onClose }: LightboxProps) {
  const index = outputs.findIndex(({ id }) => id === current.id);
  const pane = useInputsPane();
  const [isPlaying, setIsPlaying] = useState(false);
  const go = (step: number) => {
    const next = outputs[index + step];
    if (next) onChoose(next);
  };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) }, { isInDialog: true });
  const showNext = useEffectEvent(() => {
    const next = outputs[(index + 1) % outputs.length];
    if (next) onChoose(next);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(showNext, SLIDE_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={
        outputs.length > 1 ? t('Output {number} of {count}', { number: index + 1, count: outputs.length }) : t('Output')
      }
      description={null}
      size="fill"
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col">
        <WithInputs pane={pane} surface={surface} jobId={job.id} title={title}>
          <OutputView key={current.id} surface={surface} job={job} output={current} isInDialog />
        </WithInputs>
        <div className="flex shrink-0 flex-wrap items-center justify-center gap-2 border-t border-line px-3 py-2.5">
          <JobRating surface={surface} job={job} isInDialog className="mr-2" />
          {outputs.length > 1 ? (
            <>
              <Button
                size="icon"
                aria-label={t('Previous output')}
                disabledReason={index > 0 ? null : t('This is the first output.')}
                onClick={() => go(-1)}
              >
                <ChevronLeft aria-hidden />
              </Button>
              <Button
                size="icon"
                aria-label={isPlaying ? t('Stop the slide show') : t('Start a slide show')}
                title={isPlaying ? t('Stop') : t('Slide show')}
                onClick={() => setIsPlaying(!isPlaying)}
              >
                {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
              </Button>
              <Button
                size="icon"
                aria-label={t('Next output')}
                disabledReason={index < outputs.length - 1 ? null : t('This is the last output.')}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden />
              </Button>
            </>
          ) : null}
          <InputsPaneButton pane={pane} />
        </div>
      </div>
    </Dialog>
  );
}
