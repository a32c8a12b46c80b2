import { Pause, Play, Repeat, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { formatDuration } from '@/lib/format';
import { mayActOnKey } from '@/lib/character-shortcuts';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { Slider } from '@/ui/slider';
import type { VideoGroup } from './video-group';
import { videoClock, haveOtherLengths } from './video-sync';

const RATES = [0.25, 0.5, 1, 1.5, 2];
const RATE_OPTIONS = RATES.map((rate) => ({ value: String(rate), label: `${rate} ×` }));
/** A player tells nothing of its frames; this is one of most films that models make. */
const FRAME_S = 1 / 24;

interface VideoBarProps {
  group: VideoGroup;
  /** What the films are called where they lie, in their order. */
  places: readonly string[];
  /** Whether the space key plays; where it does something else already, only the shortcut does. */
  takesSpace: boolean;
}

/** One bar for all films of a comparison: play, go to a moment, by a frame, slower or faster. */
export function VideoBar({ group, places, takesSpace }: VideoBarProps) {
  // The moment changes with each frame, and only its own part of the bar is drawn anew for it.
  const { isPlaying, isHeld, isLooping, isMuted, rate, lengths } = useStore(
    group.store,
    useShallow(({ timeS: _timeS, ...rest }) => rest),
  );
  const toggle = () => group.change({ isPlaying: !isPlaying });
  const step = (frames: number) => {
    group.change({ isPlaying: false });
    group.seek(group.store.getState().timeS + frames * FRAME_S);
  };
  useSpaceKey(takesSpace ? toggle : null);
  useShortcuts({ play: toggle, 'frame-previous': () => step(-1), 'frame-next': () => step(1) }, { isInDialog: true });
  const backTitle = useShortcutTitle('Previous frame', 'frame-previous');
  const onTitle = useShortcutTitle('Next frame', 'frame-next');
  const playTitle = useShortcutTitle(isPlaying ? 'Pause' : 'Play', 'play');
  return (
    <div
      role="group"
      aria-label="Playing"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2"
    >
      <div className="flex items-center gap-0.5">
        <Button
          tone="ghost"
          size="icon-sm"
          className="max-sm:hidden"
          aria-label="Previous frame"
          title={backTitle}
          onClick={() => step(-1)}
        >
          <StepBack aria-hidden />
        </Button>
        <Button size="icon" aria-label={isPlaying ? 'Pause' : 'Play'} title={playTitle} onClick={toggle}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
        <Button
          tone="ghost"
          size="icon-sm"
          className="max-sm:hidden"
          aria-label="Next frame"
          title={onTitle}
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
          aria-label="Repeat"
          title="Loop"
          aria-pressed={isLooping}
          className={isLooping ? 'bg-accent-soft text-text' : ''}
          onClick={() => group.change({ isLooping: !isLooping })}
        >
          <Repeat aria-hidden />
        </Button>
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={`Sound of ${places[0]}`}
          title={isMuted ? `Unmute ${places[0]}` : 'Mute'}
          aria-pressed={!isMuted}
          className={isMuted ? '' : 'bg-accent-soft text-text'}
          onClick={() => group.change({ isMuted: !isMuted })}
        >
          {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </Button>
        <Select
          aria-label="Speed"
          className="w-20"
          value={String(rate)}
          options={RATE_OPTIONS}
          onValueChange={(rate) => group.change({ rate: Number(rate) })}
        />
      </div>
      {/* Its place is kept, so that nothing moves when a film loads. */}
      <p role="status" className="order-last min-h-5 basis-full text-sm text-muted">
        {isHeld ? 'Loading videos…' : haveOtherLengths(lengths) ? lengthText(places, lengths) : ''}
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
        aria-label="Seek"
        aria-valuetext={`${videoClock(timeS)} of ${videoClock(lengthS)}`}
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

function lengthText(places: readonly string[], lengths: readonly number[]): string {
  const each = lengths.map((length, at) => `${places[at]} ${length > 0 ? formatDuration(length * 1000) : 'unknown'}`);
  return `Of different length: ${each.join(', ')}. Shorter videos hold their last frame.`;
}

/** The space key plays wherever the focus is, but on a button it presses the button. */
function useSpaceKey(toggle: (() => void) | null): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!toggle || event.key !== ' ' || !mayActOnKey(event, true) || target?.closest('button')) return;
    event.preventDefault();
    toggle();
  });
  // Subscribes to the document: the key is that of the screen, not of one control.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
