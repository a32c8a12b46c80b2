import { ownKeys } from '@contract/typed-objects';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { keymapSetting, keysOf } from '@/shared/commands/keymap';
import { useSetting } from '@/lib/settings/use-setting';
import { KeyCaps } from '@/shared/commands/key-caps';
import { COMMAND_KEYS, FIXED, type CommandId } from '@/shared/commands/command-keys';
import { GROUPS, type Command } from './command';
import { ShortcutEditor } from './shortcut-editor';
import { COMMANDS } from './shortcuts';
import { Link } from '@tanstack/react-router';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { CommandViewProps } from '@/shared/dialog-requests/command-view';

const withKeys = ownKeys(GROUPS)
  .map((group) => ({
    group,
    commands: COMMANDS.filter(({ group: own, commands = [] }) => own === group && commands.some(hasDefaultKeys)),
  }))
  .filter(({ commands }) => commands.length > 0);

/** All shortcuts by page, with their current keys; while editing, each key is a button that changes it. */
export function ShortcutList({ isEditing }: { isEditing: boolean }) {
  return (
    <div className={classNames('gap-x-10 sm:columns-2', !isEditing && 'lg:columns-3')}>
      {withKeys.map(({ group, commands }) => (
        <section key={group} aria-labelledby={`keys-${group}`} className="mb-4 break-inside-avoid">
          <h3 id={`keys-${group}`} className="border-b border-line pb-1 text-sm font-semibold text-muted">
            {t(GROUPS[group])}
          </h3>
          <dl>
            {commands.map((command) => (
              <div key={command.id} className="flex min-h-8 flex-wrap items-center gap-x-3">
                <dt className="min-w-0 flex-1">{t(command.title)}</dt>
                <dd className="flex flex-wrap items-center justify-end gap-2">
                  {isEditing ? <EditKeys command={command} /> : <Keys command={command} />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function EditKeys({ command }: { command: Command }) {
  const { commands = [] } = command;
  const title = t(command.title);
  return commands.map((id, index) =>
    FIXED.has(id) ? (
      <KeyCaps key={id} keys={keysOf(id)[0] ?? ''} />
    ) : (
      <ShortcutEditor key={id} id={id} name={commands.length > 1 ? `${title} (${index + 1})` : title} />
    ),
  );
}

function Keys({ command }: { command: Command }) {
  const { commands = [] } = command;
  const changed = useSetting(keymapSetting);
  const keys = commands.flatMap((id) => keysOf(id, changed));
  if (keys.length === 0) return <span className="text-sm text-faint">{t('none')}</span>;
  // A range of digits is shown as its first and last.
  const isRow = keys.length > 2 && keys.every((key) => /^\d$/.test(key));
  const shown = isRow ? [...keys.slice(0, 1), ...keys.slice(-1)] : keys;
  return shown.map((key, index) => (
    <span key={key} className="flex items-center gap-2">
      {index > 0 ? <span className="text-xs text-muted">{isRow ? t('to') : t('or')}</span> : null}
      <KeyCaps keys={key} />
    </span>
  ));
}

/** The other commands are in the palette. */
function hasDefaultKeys(id: CommandId): boolean {
  return COMMAND_KEYS[id].length > 0;
}

/** Overview of all shortcuts, which are customized in the settings. */
export function ShortcutSheet({ onClose }: CommandViewProps) {
  const surface = useShellSurface();
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title={t('Keyboard shortcuts')} description={null}>
      <ShortcutList isEditing={false} />
      {/* In the part that scrolls, which the keyboard can then move. */}
      <Link
        to="/$surface/settings"
        params={{ surface: surface.id }}
        hash="keyboard"
        className={classNames(buttonClass({ size: 'sm' }), 'mt-4 self-start')}
        onClick={onClose}
      >
        {t('Change shortcuts')}
      </Link>
    </Dialog>
  );
}
