import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

interface LightboxFrameProps {
  count: number;
  /** Of the output on screen, from 0. */
  index: number;
  onChoose: (index: number) => void;
  onClose: () => void;
  /** Before the buttons that switch the output. */
  marks: ReactNode;
  /** After them. */
  action?: ReactNode;
  children: ReactNode;
}

const SLIDE_MS = 4000;

/** An output in the full window; arrow keys and a slide show switch to the others. */
export function LightboxFrame({ count, index, onChoose, onClose, marks, action, children }: LightboxFrameProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const go = (step: number) => {
    if (index + step >= 0 && index + step < count) onChoose(index + step);
  };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) }, { isInDialog: true });
  const showNext = useEffectEvent(() => onChoose((index + 1) % count));
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
      title={count > 1 ? t('Output {number} of {count}', { number: index + 1, count }) : t('Output')}
      description={null}
      size="fill"
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col">
        {children}
        <div className="flex shrink-0 flex-wrap items-center justify-center gap-2 border-t border-line px-3 py-2.5">
          {marks}
          {count > 1 ? (
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
                disabledReason={index < count - 1 ? null : t('This is the last output.')}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden />
              </Button>
            </>
          ) : null}
          {action}
        </div>
      </div>
    </Dialog>
  );
}
