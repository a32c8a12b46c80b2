import { create } from 'zustand';

export type CommandView = 'palette' | 'sheet' | 'outbox' | 'connection' | 'more';

interface CommandViewState {
  view: CommandView | null;
  /** What was typed since it was asked for; null once it has the focus itself. */
  typed: string | null;
  /** The next key is to become a shortcut, and does nothing else. */
  isRecording: boolean;
}

/** Which of the shell's layers is open. Small, because the shell's first screen holds the button that sets it. */
export const useCommandView = create<CommandViewState>(() => ({ view: null, typed: null, isRecording: false }));

export function openCommandView(view: CommandView | null): void {
  useCommandView.setState({ view, typed: '' });
}

export function recordKeys(isRecording: boolean): void {
  useCommandView.setState({ isRecording });
}
