import { useId, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import type { Setting } from '@/lib/settings/setting';
import { entryOf, type StoredKey } from '@/lib/settings/stored-keys';
import { useSetting } from '@/lib/settings/use-setting';
import { SegmentedControl } from '@/ui/input/segmented-control';
import type { SelectOption } from '@/ui/input/select';
import { Switch } from '@/ui/input/switch';

interface SettingRowProps {
  label: string;
  /** Effect of the setting, in one sentence. */
  hint?: string | undefined;
  /** Gets the ids of its label and its hint. */
  children: (ids: { id: string; labelId: string; hintId: string | undefined }) => ReactNode;
}

/** Label and hint beside a control, or above it if there is no room. */
export function SettingRow({ label, hint, children }: SettingRowProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-48 flex-1">
        <label id={`${id}-label`} htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={hintId} className="text-sm text-pretty text-muted">
            {hint}
          </p>
        )}
      </div>
      {children({ id, labelId: `${id}-label`, hintId })}
    </div>
  );
}

interface SwitchSettingProps {
  setting: Setting<boolean>;
  hint?: string;
  /** For switches that depend on more than the setting. */
  isOn?: boolean;
  /** Reason why it cannot be changed now; replaces the hint. */
  disabledReason?: string | null;
  /** Absent: stores the value. */
  onChange?: (isOn: boolean) => void;
}

export function SwitchSetting({ setting, hint, isOn, disabledReason = null, onChange }: SwitchSettingProps) {
  const stored = useSetting(setting);
  return (
    <SettingRow label={labelOf(setting)} hint={disabledReason ?? hint}>
      {({ id, hintId }) => (
        <Switch
          id={id}
          checked={isOn ?? stored}
          onCheckedChange={onChange ?? setting.set}
          aria-describedby={hintId}
          aria-disabled={disabledReason !== null || undefined}
        />
      )}
    </SettingRow>
  );
}

interface ChoiceSettingProps<Value extends string> {
  setting: Setting<Value>;
  hint?: string;
  options: readonly (SelectOption & { value: Value })[];
}

export function ChoiceSetting<Value extends string>({ setting, hint, options }: ChoiceSettingProps<Value>) {
  const value = useSetting(setting);
  return (
    <SettingRow label={labelOf(setting)} hint={hint}>
      {({ id, labelId, hintId }) => (
        <SegmentedControl
          id={id}
          aria-labelledby={labelId}
          aria-describedby={hintId}
          value={value}
          options={options}
          onValueChange={(next) => {
            const option = options.find((one) => one.value === next);
            if (option) setting.set(option.value);
          }}
        />
      )}
    </SettingRow>
  );
}

/** Its label on the settings page. */
export function labelOf({ key }: { key: StoredKey }): string {
  const { label } = entryOf(key);
  return label ? t(label) : key;
}
