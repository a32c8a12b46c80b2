import { create } from 'zustand';

export type CommandView = 'palette' | 'sheet' | 'outbox' | 'device-data';

interface CommandViewState {
  view: CommandView | null;
  /** What was typed since it was asked for; null once it has the focus itself. */
  typed: string | null;
}

/** Which of the shell's layers is open. Small, because the shell's first screen holds the button that sets it. */
export const useCommandView = create<CommandViewState>(() => ({ view: null, typed: null }));

export function openCommandView(view: CommandView | null): void {
  useCommandView.setState({ view, typed: '' });
}
