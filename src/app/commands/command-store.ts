import { create } from 'zustand';

export type CommandView = 'palette' | 'sheet';

/** Which of the two is open. Small, because the shell's first screen holds the button that sets it. */
export const useCommandView = create<{ view: CommandView | null }>(() => ({ view: null }));

export function openCommandView(view: CommandView | null): void {
  useCommandView.setState({ view });
}
