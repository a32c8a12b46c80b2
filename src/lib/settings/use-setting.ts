import { useSyncExternalStore } from 'react';
import { countChoices, watchSettings, type Setting } from './setting';

export function useSetting<Value>(setting: Setting<Value>): Value;
/** @param select returns the same object as long as the value is the same */
export function useSetting<Value, Selected>(setting: Setting<Value>, select: (value: Value) => Selected): Selected;
export function useSetting<Value>(setting: Setting<Value>, select: (value: Value) => unknown = (value) => value) {
  return useSyncExternalStore(
    setting.subscribe,
    () => select(setting.get()),
    () => select(setting.default),
  );
}

/** Number of choices of the user that differ from their default. */
export function useChoiceCount(): number {
  return useSyncExternalStore(watchSettings, countChoices, () => 0);
}
