import { useState } from 'react';
import { ShortcutList } from '@/app/commands/shortcut-list';
import { singleKeysSetting } from '@/lib/keyboard/character-shortcuts';
import { useSetting } from '@/lib/settings/use-setting';
import { keymapSetting, resetKeys } from '@/shared/commands/keymap';
import { Button } from '@/ui/button';
import { labelOf, SettingRow, SwitchSetting } from './setting-row';

export function KeyboardSettings() {
  const [isEditing, setEditing] = useState(false);
  const changes = useSetting(keymapSetting, (changed) => Object.keys(changed).length);
  return (
    <>
      <div className="divide-y divide-line">
        <SwitchSetting
          setting={singleKeysSetting}
          hint="Inactive while you type. Turn off if you use voice input or trigger them by accident."
        />
        <SettingRow
          label={labelOf(keymapSetting)}
          hint={changes === 0 ? 'All have their default keys.' : `${changes} changed from the default.`}
        >
          {({ id, hintId }) => (
            <div className="flex gap-2">
              {changes > 0 ? <Button onClick={resetKeys}>Reset all</Button> : null}
              <Button
                id={id}
                aria-describedby={hintId}
                aria-expanded={isEditing}
                aria-label={isEditing ? 'Close the shortcuts' : 'Change shortcuts'}
                onClick={() => setEditing(!isEditing)}
              >
                {isEditing ? 'Done' : 'Change'}
              </Button>
            </div>
          )}
        </SettingRow>
      </div>
      {isEditing ? (
        <div className="rounded-lg border border-line bg-panel p-4">
          <ShortcutList isEditing />
        </div>
      ) : null}
    </>
  );
}
