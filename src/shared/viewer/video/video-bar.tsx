import { Pause, Play, Repeat, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { Slider } from '@/ui/input/slider';
import type { VideoGroup } from './video-group';
import { videoClock, haveDifferentLengths } from './video-sync';

const RATES = [0.25, 0.5, 1, 1.5, 2];
const RATE_OPTIONS = RATES.map((rate) => ({ value: String(rate), label: `${rate} ×` }));
/** Players do not report frame rates; this is that of most videos that models generate. */
const FRAME_S = 1 / 24;

interface VideoBarProps {
  group: VideoGroup;
  /** Labels of the videos, in order. */
  labels: readonly string[];
  /** Whether the space key plays; if it has another function, only the shortcut plays. */
  takesSpace: boolean;
}

/** Controls for all videos of a comparison: play, seek, step by frame, change speed. */
export function VideoBar({ group, labels, takesSpace }: VideoBarProps) {
  // The time changes with each frame; only the part of the bar that shows it re-renders.
  const { isPlaying, isHeld, isLooping, isMuted, rate, lengths } = useStore(
    group.store,
    useShallow(({ timeS: _timeS, ...rest }) => rest),
  );
  const toggle = () => group.change({ isPlaying: !isPlaying });
  const step = (frames: number) => {
    group.change({ isPlaying: false });
    group.seek(group.store.getState().timeS + frames * FRAME_S);
  };
  // The space key plays wherever the focus is, except on a button, which it presses.
  useCommands(takesSpace ? { toggle } : {}, { isInDialog: true });
  useCommands({ play: toggle, 'frame-previous': () => step(-1), 'frame-next': () => step(1) }, { isInDialog: true });
  const backHint = useCommandHint(t('Previous frame'), 'frame-previous');
  const onHint = useCommandHint(t('Next frame'), 'frame-next');
  const playHint = useCommandHint(isPlaying ? t('Pause') : t('Play'), 'play');
  return (
    <div
      role="group"
      aria-label={t('Playing')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2"
    >
      <div className="flex items-center gap-0.5">
        <Button
          tone="ghost"
          size="icon-sm"
          className="max-sm:hidden"
          aria-label={t('Previous frame')}
          {...backHint}
          onClick={() => step(-1)}
        >
          <StepBack aria-hidden />
        </Button>
        <Button size="icon" aria-label={isPlaying ? t('Pause') : t('Play')} {...playHint} onClick={toggle}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
        <Button
          tone="ghost"
          size="icon-sm"
          className="max-sm:hidden"
          aria-label={t('Next frame')}
          {...onHint}
          onClick={() => step(1)}
        >
          <StepForward aria-hidden />
        </Button>
      </div>
      <Moment group={group} />
      <div className="ml-auto flex items-center gap-1">
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Repeat')}
          title={t('Loop')}
          aria-pressed={isLooping}
          className={isLooping ? 'bg-accent-soft text-text' : ''}
          onClick={() => group.change({ isLooping: !isLooping })}
        >
          <Repeat aria-hidden />
        </Button>
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Sound of {label}', { label: labels[0] ?? '' })}
          title={isMuted ? t('Unmute {label}', { label: labels[0] ?? '' }) : t('Mute')}
          aria-pressed={!isMuted}
          className={isMuted ? '' : 'bg-accent-soft text-text'}
          onClick={() => group.change({ isMuted: !isMuted })}
        >
          {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </Button>
        <Select
          aria-label={t('Speed')}
          className="w-20"
          value={String(rate)}
          options={RATE_OPTIONS}
          onValueChange={(rate) => group.change({ rate: Number(rate) })}
        />
      </div>
      {/* Its space is reserved, so that nothing moves while a video loads. */}
      <p role="status" className="order-last min-h-5 basis-full text-sm text-muted">
        {isHeld ? t('Loading videos…') : haveDifferentLengths(lengths) ? lengthText(labels, lengths) : ''}
      </p>
    </div>
  );
}

function Moment({ group }: { group: VideoGroup }) {
  const timeS = useStore(group.store, (view) => view.timeS);
  const lengthS = useStore(group.store, (view) => view.lengthS);
  return (
    <>
      <Slider
        aria-label={t('Seek')}
        aria-valuetext={t('{time} of {length}', { time: videoClock(timeS), length: videoClock(lengthS) })}
        className="order-last basis-full sm:order-none sm:flex-1 sm:basis-0"
        min={0}
        max={lengthS || 1}
        step={FRAME_S}
        value={timeS}
        disabled={lengthS === 0}
        onChange={({ target }) => group.seek(target.valueAsNumber)}
      />
      <span className="font-mono text-sm whitespace-nowrap text-muted tabular-nums">
        {videoClock(timeS)} / {videoClock(lengthS)}
      </span>
    </>
  );
}

function lengthText(labels: readonly string[], lengths: readonly number[]): string {
  const each = lengths.map(
    (length, at) => `${labels[at]} ${length > 0 ? formatDuration(length * 1000) : t('unknown')}`,
  );
  return t('Of different length: {lengths}. Shorter videos hold their last frame.', { lengths: each.join(', ') });
}
