import { Axis3d, Grid3x3, Minus, Plus, Scan } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { takeControlKey } from '@/shared/commands/key-listener';
import { Button } from '@/ui/button';
import { Select } from '@/ui/input/select';
import { Skeleton } from '@/ui/skeleton';
import { UnsupportedFile } from '../unsupported-file';
import { PlayerBar } from './player-bar';
import { detailText } from './scene-details';
import { useScene, type SceneSource, type ShownScene } from './use-scene';

const TURN = Math.PI / 18;
const ZOOM = 1.25;

/** Backgrounds behind the object: contrast makes its shape visible. */
const BACKGROUNDS = [
  { value: 'page', label: msg('Match theme'), color: undefined },
  { value: 'black', label: msg('Black'), color: '#000000' },
  { value: 'grey', label: msg('Gray'), color: '#808080' },
  { value: 'white', label: msg('White'), color: '#ffffff' },
];

export function SceneScreen(source: SceneSource) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useScene(place, source);
  const [background, setBackground] = useState('page');
  const color = BACKGROUNDS.find(({ value }) => value === background)?.color;
  if (typeof shown === 'string') {
    return (
      <UnsupportedFile title={source.name}>
        {shown} {t('Download it to use it elsewhere.')}
      </UnsupportedFile>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the same is done by the buttons below it */}
      <div
        ref={place}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be turned must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={
          shown?.player
            ? t('3D object {name}. Arrows turn it, plus and minus zoom, 0 fits, space plays', { name: source.name })
            : t('3D object {name}. Arrows turn it, plus and minus zoom, 0 fits', { name: source.name })
        }
        className="relative min-h-60 flex-1 cursor-grab touch-none overflow-hidden rounded-md active:cursor-grabbing [&>canvas]:absolute [&>canvas]:inset-0 [&>canvas]:animate-arrive"
        style={{ background: color }}
        onKeyDown={(event) => (shown ? onKey(event, shown) : undefined)}
      >
        {shown ? null : <Skeleton className="absolute inset-0" />}
      </div>
      {shown?.player ? <PlayerBar player={shown.player} /> : null}
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 pt-2">
        {shown ? <Tools key={source.name} shown={shown} background={background} onBackground={setBackground} /> : null}
      </div>
    </div>
  );
}

/** Handles the keys of the 3D view and stops their propagation, so that neither the page nor a dialog around it reacts to them. */
function onKey(event: KeyboardEvent, { stage, player }: ShownScene): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const acts: Record<string, () => void> = {
    ArrowLeft: () => stage.turn(TURN, 0),
    ArrowRight: () => stage.turn(-TURN, 0),
    ArrowUp: () => stage.turn(0, TURN),
    ArrowDown: () => stage.turn(0, -TURN),
  };
  const act = acts[event.key];
  const commands = {
    'zoom-in': () => stage.zoomBy(ZOOM),
    'zoom-out': () => stage.zoomBy(1 / ZOOM),
    fit: () => stage.fit(),
    ...(player ? { toggle: () => player.toggle() } : {}),
  };
  if (act) act();
  else if (!takeControlKey(event.nativeEvent, commands)) return;
  event.preventDefault();
  event.stopPropagation();
}

interface ToolsProps {
  shown: ShownScene;
  background: string;
  onBackground: (background: string) => void;
}

function Tools({ shown: { stage, facts, notes, isZUp: isInitiallyZUp }, background, onBackground }: ToolsProps) {
  const [hasWires, setHasWires] = useState(false);
  const [isZUp, setIsZUp] = useState(isInitiallyZUp);
  return (
    <>
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
        {detailText(facts)}
        {notes.map((note) => (
          <span key={note} className="block">
            {note}
          </span>
        ))}
      </p>
      <div role="group" aria-label={t('View')} className="flex items-center gap-0.5">
        <Tool label={t('Zoom out')} title={t('Zoom out (−)')} onClick={() => stage.zoomBy(1 / ZOOM)}>
          <Minus aria-hidden />
        </Tool>
        <Tool label={t('Zoom in')} title={t('Zoom in (+)')} onClick={() => stage.zoomBy(ZOOM)}>
          <Plus aria-hidden />
        </Tool>
        <Tool label={t('Fit into the view')} title={t('Fit into the view (0)')} onClick={() => stage.fit()}>
          <Scan aria-hidden />
        </Tool>
        <Tool
          label={t('Wires')}
          title={t('Wireframe')}
          isOn={hasWires}
          onClick={() => {
            stage.showWires(!hasWires);
            setHasWires(!hasWires);
          }}
        >
          <Grid3x3 aria-hidden />
        </Tool>
        <Tool
          label={t('Height along z')}
          title={t('Rotate to Z-up')}
          isOn={isZUp}
          onClick={() => {
            stage.setZUp(!isZUp);
            setIsZUp(!isZUp);
          }}
        >
          <Axis3d aria-hidden />
        </Tool>
        <Select
          aria-label={t('Background')}
          className="ml-1 w-32"
          value={background}
          options={BACKGROUNDS.map(({ value, label }) => ({ value, label: t(label) }))}
          onValueChange={onBackground}
        />
      </div>
    </>
  );
}

interface ToolProps {
  label: string;
  title: string;
  /** Absent if the button is not a toggle. */
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, title, isOn, onClick, children }: ToolProps) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={label}
      title={title}
      aria-pressed={isOn}
      className={classNames(isOn && 'bg-accent-soft text-text')}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
