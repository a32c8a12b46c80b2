import { Pause, Play } from 'lucide-react';
import { useStore } from 'zustand';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { Slider } from '@/ui/input/slider';
import { videoClock } from '../video/video-sync';
import type { ScenePlayer } from './scene-player';

/** Plays the animations of a 3D file, one at a time. */
export function PlayerBar({ player }: { player: ScenePlayer }) {
  const isPlaying = useStore(player.store, (view) => view.isPlaying);
  const clip = useStore(player.store, (view) => view.clip);
  return (
    <div role="group" aria-label={t('Animation')} className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 pt-2">
      <Button
        size="icon-sm"
        aria-label={isPlaying ? t('Pause') : t('Play')}
        title={isPlaying ? t('Pause (space)') : t('Play (space)')}
        onClick={() => player.toggle()}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <Moment player={player} />
      {player.names.length > 1 ? (
        <div className="w-44 max-sm:w-full">
          <Select
            aria-label={t('Which animation')}
            value={String(clip)}
            options={player.names.map((label, at) => ({ value: String(at), label }))}
            onValueChange={(value) => player.choose(Number(value))}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Changes with each frame, so only this part re-renders. */
function Moment({ player }: { player: ScenePlayer }) {
  const timeS = useStore(player.store, (view) => view.timeS);
  const lengthS = useStore(player.store, (view) => view.lengthS);
  return (
    <>
      <Slider
        aria-label={t('Moment')}
        aria-valuetext={t('{time} of {length}', { time: videoClock(timeS), length: videoClock(lengthS) })}
        className="min-w-0 flex-1"
        min={0}
        max={lengthS}
        step="any"
        value={timeS}
        onChange={({ target }) => player.seek(target.valueAsNumber)}
      />
      <span className="font-mono text-sm whitespace-nowrap text-muted tabular-nums">
        {videoClock(timeS)} / {videoClock(lengthS)}
      </span>
    </>
  );
}
