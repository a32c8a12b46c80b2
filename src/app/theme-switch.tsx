import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { applyTheme, onThemeChange, readTheme, type Theme } from '@/lib/theme';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Sun }[];

/** On a phone one button that goes through the three. */
export function ThemeSwitch({ isCompact = false }: { isCompact?: boolean }) {
  const theme = useSyncExternalStore(onThemeChange, readTheme, () => 'system' as const);
  if (isCompact) {
    const index = themes.findIndex(({ value }) => value === theme);
    const current = themes[index] ?? themes[0];
    const next = themes[(index + 1) % themes.length] ?? themes[0];
    return (
      <button
        type="button"
        aria-label={`Theme: ${current.label}. Switch to ${next.label.toLowerCase()} theme`}
        className="flex size-11 items-center justify-center rounded-md text-muted"
        onClick={() => applyTheme(next.value)}
      >
        <current.icon aria-hidden className="size-5" />
      </button>
    );
  }
  return (
    <fieldset className="flex rounded-md border border-line bg-canvas p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, icon: Icon }) => (
        <label
          key={value}
          title={label}
          className="flex h-7 flex-1 cursor-pointer items-center justify-center rounded text-muted has-checked:bg-hover has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => applyTheme(value)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
