import { useState } from 'react';
import { ShortcutList } from '@/app/commands/shortcut-list';
import { areSingleKeysOn, switchSingleKeys } from '@/lib/character-shortcuts';
import { resetKeys, useKeymap } from '@/shared/shortcuts/keymap';
import { Button } from '@/ui/button';
import { SettingRow, SwitchSetting } from './setting-row';

export function KeyboardSettings() {
  const [hasSingleKeys, setHasSingleKeys] = useState(areSingleKeysOn);
  const [isEditing, setEditing] = useState(false);
  const changes = useKeymap(({ changed }) => Object.keys(changed).length);
  return (
    <>
      <div className="divide-y divide-line">
        <SwitchSetting
          label="Single-key shortcuts"
          hint="Inactive while you type. Turn off if you use voice input or trigger them by accident."
          isOn={hasSingleKeys}
          onChange={(isOn) => {
            switchSingleKeys(isOn);
            setHasSingleKeys(isOn);
          }}
        />
        <SettingRow
          label="Shortcuts"
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
