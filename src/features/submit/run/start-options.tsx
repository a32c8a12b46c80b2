import { Check, ChevronUp, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { plannedAxes } from '@/domains/drafts/sweep-form';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { ShortcutKbd } from '@/shared/commands/shortcut-kbd';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { MenuItem } from '@/ui/overlay/menu';
import { Popover } from '@/ui/overlay/popover';
import { DRAFT_ACTIONS, START_ACTIONS, type DraftActionId } from '../draft/draft-actions';
import type { LiveMode } from '../draft/runs/live-state';
import { AFTER_RUN, afterRunSetting } from '../draft/run-count';
import { useEditor, useSession } from '../draft/session/session-context';
import { openSweep } from '../draft/sweep-request';
import { useLiveModeActions, useLiveMode } from '../live-mode/use-live-mode';
import { RunCount } from './run-count-control';

interface StartOptionsProps {
  /** Runs on other servers. */
  runOnItems: readonly MenuItem[];
  /** Why none of them can be started. */
  runOnReason: string | null;
  /** Focuses the button that runs. */
  onLeave: () => void;
}

/** The other half of Run: how often, in which way, and where. While live mode is on, its other mode only. */
export function StartOptions({ runOnItems, runOnReason, onLeave }: StartOptionsProps) {
  const isLive = useLiveMode(({ live }) => live !== null);
  const actions = useStartActions();
  const shown = START_ACTIONS.filter((id) => !isLive || modeOf(id) !== null);
  return (
    <Popover
      label={t('Start options')}
      trigger={
        <Button
          tone={isLive ? 'plain' : 'primary'}
          size="lg"
          aria-label={t('Start options')}
          title={t('Start options')}
          className={classNames('rounded-s-none px-2', !isLive && 'border-s-accent-text/25')}
        >
          <ChevronUp aria-hidden />
        </Button>
      }
    >
      {(close) => (
        <>
          {isLive ? null : (
            <div className="mb-1 flex flex-col gap-2 border-b border-line p-2">
              <RunCount
                onEnter={() => {
                  close();
                  onLeave();
                }}
              />
              <AfterRun />
            </div>
          )}
          {shown.map((id) => {
            const { icon: Icon } = DRAFT_ACTIONS[id];
            const { label, isOn, run } = actions(id);
            return (
              <Row
                key={id}
                icon={isOn ? <Check aria-hidden /> : <Icon aria-hidden />}
                label={label}
                end={<ShortcutKbd id={id} className="max-md:hidden" />}
                reason={isOn ? t('Already on') : null}
                onPress={() => {
                  close();
                  run();
                }}
              />
            );
          })}
          {isLive || runOnItems.length === 0 ? null : (
            <div className="mt-1 border-t border-line pt-1">
              {runOnItems.map(({ label, onSelect }) => (
                <Row
                  key={label}
                  icon={<Server aria-hidden />}
                  label={label}
                  reason={runOnReason}
                  onPress={() => {
                    close();
                    onSelect();
                  }}
                />
              ))}
            </div>
          )}
        </>
      )}
    </Popover>
  );
}

interface StartAction {
  label: string;
  isOn: boolean;
  run: () => void;
}

/** Returns what each action does, and offers those of live mode to the palette. */
function useStartActions(): (id: DraftActionId) => StartAction {
  const { editor } = useSession();
  const mode = useLiveMode(({ live }) => live?.mode ?? null);
  const axes = useEditor(({ draft }) => (draft.sweep ? plannedAxes(draft.sweep) : 0));
  const { request, stop } = useLiveModeActions();
  const start = (each: LiveMode) => ({ isAvailable: () => mode !== each, run: () => request(each) });
  useCommands({
    'live-repeat': start('repeat'),
    'live-change': start('change'),
    'live-stop': { isAvailable: () => mode !== null, run: stop },
  });
  return (id) => {
    const own = modeOf(id);
    if (own !== null) return { label: t(DRAFT_ACTIONS[id].label), isOn: own === mode, run: () => request(own) };
    return {
      label:
        axes > 0
          ? t('Sweep ({count, plural, one {# axis} other {# axes}})…', { count: axes })
          : t(DRAFT_ACTIONS[id].label),
      isOn: false,
      run: () => openSweep(editor, { fieldKey: null, isHint: true }),
    };
  };
}

function modeOf(id: DraftActionId): LiveMode | null {
  return id === 'live-repeat' ? 'repeat' : id === 'live-change' ? 'change' : null;
}

/** The setting is in Settings, too; a link there would interrupt the work. */
function AfterRun() {
  const chosen = useSetting(afterRunSetting);
  return (
    <div className="flex flex-col gap-1">
      <span id="after-submitting" className="text-sm text-muted">
        {t('After submitting')}
      </span>
      <SegmentedControl
        aria-labelledby="after-submitting"
        value={chosen}
        options={AFTER_RUN.map(({ value, label }) => ({ value, label: t(label) }))}
        onValueChange={(value) => afterRunSetting.set(value === 'job' ? 'job' : 'stay')}
      />
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  label: string;
  end?: ReactNode;
  reason: string | null;
  onPress: () => void;
}

function Row({ icon, label, end, reason, onPress }: RowProps) {
  return (
    <Button
      tone="ghost"
      className="w-full justify-start border-0 px-2 font-normal text-text [&_svg]:text-faint"
      disabledReason={reason}
      onClick={onPress}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate text-left">{label}</span>
      {end}
    </Button>
  );
}
