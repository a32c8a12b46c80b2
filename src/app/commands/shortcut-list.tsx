import { useKeymap, keysOf } from '@/shared/shortcuts/keymap';
import { KeyCaps } from '@/shared/shortcuts/key-caps';
import { FIXED } from '@/shared/shortcuts/shortcut-table';
import { GROUPS, type Command } from './command';
import { ShortcutEditor } from './shortcut-editor';
import { COMMANDS } from './shortcuts';

const withKeys = GROUPS.map((group) => ({
  group,
  commands: COMMANDS.filter((command) => command.group === group && command.shortcuts),
})).filter(({ commands }) => commands.length > 0);

/** All shortcuts by page, with their current keys; while editing, each key is a button that changes it. */
export function ShortcutList({ isEditing }: { isEditing: boolean }) {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {withKeys.map(({ group, commands }) => (
        <section key={group} aria-labelledby={idOf(group)}>
          <h3 id={idOf(group)} className="border-b border-line pb-1 text-sm font-semibold text-muted">
            {group}
          </h3>
          <dl>
            {commands.map((command) => (
              <div key={command.id} className="flex min-h-8 flex-wrap items-center gap-x-3">
                <dt className="min-w-0 flex-1">{command.title}</dt>
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
  const { shortcuts = [], title } = command;
  return shortcuts.map((id, index) =>
    FIXED.has(id) ? (
      <KeyCaps key={id} keys={keysOf(id)[0] ?? ''} />
    ) : (
      <ShortcutEditor key={id} id={id} name={shortcuts.length > 1 ? `${title} (${index + 1})` : title} />
    ),
  );
}

function Keys({ command }: { command: Command }) {
  const { shortcuts = [] } = command;
  const state = useKeymap();
  const keys = shortcuts.flatMap((id) => keysOf(id, state));
  if (keys.length === 0) return <span className="text-sm text-faint">none</span>;
  // Digits in a row: the first and the last say it.
  const isRow = keys.length > 2 && keys.every((key) => /^\d$/.test(key));
  const shown = isRow ? [...keys.slice(0, 1), ...keys.slice(-1)] : keys;
  return shown.map((key, index) => (
    <span key={key} className="flex items-center gap-2">
      {index > 0 ? <span className="text-xs text-muted">{isRow ? 'to' : 'or'}</span> : null}
      <KeyCaps keys={key} />
    </span>
  ));
}

const idOf = (group: string) => `keys-${group.replaceAll(' ', '-').toLowerCase()}`;
