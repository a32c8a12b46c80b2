import { useId, type ReactNode } from 'react';
import { SegmentedControl } from '@/ui/segmented-control';
import type { SelectOption } from '@/ui/select';
import { Switch } from '@/ui/switch';

interface SettingRowProps {
  label: string;
  /** What it changes, in one sentence. */
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
  label: string;
  hint?: string;
  isOn: boolean;
  /** Why it cannot be switched now; stands in place of the hint. */
  disabledReason?: string | null;
  onChange: (isOn: boolean) => void;
}

export function SwitchSetting({ label, hint, isOn, disabledReason = null, onChange }: SwitchSettingProps) {
  return (
    <SettingRow label={label} hint={disabledReason ?? hint}>
      {({ id, hintId }) => (
        <Switch
          id={id}
          checked={isOn}
          onCheckedChange={onChange}
          aria-describedby={hintId}
          aria-disabled={disabledReason !== null || undefined}
        />
      )}
    </SettingRow>
  );
}

interface ChoiceSettingProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: readonly (SelectOption & { value: Value })[];
  onChange: (value: Value) => void;
}

export function ChoiceSetting<Value extends string>(props: ChoiceSettingProps<Value>) {
  const { label, hint, value, options, onChange } = props;
  return (
    <SettingRow label={label} hint={hint}>
      {({ id, labelId, hintId }) => (
        <SegmentedControl
          id={id}
          aria-labelledby={labelId}
          aria-describedby={hintId}
          value={value}
          options={options}
          onValueChange={(next) => {
            const option = options.find((one) => one.value === next);
            if (option) onChange(option.value);
          }}
        />
      )}
    </SettingRow>
  );
}
