import { create } from 'zustand';

export type CommandView = 'palette' | 'sheet' | 'outbox' | 'connection' | 'more';

export interface CommandViewProps {
  onClose: () => void;
}

interface CommandViewState {
  view: CommandView | null;
  /** Text typed since it was opened; `null` once it has the focus. */
  typed: string | null;
}

/** The open overlay of the shell. Small, because it is part of the first screen. */
export const useCommandView = create<CommandViewState>(() => ({ view: null, typed: null }));

export function openCommandView(view: CommandView | null): void {
  useCommandView.setState({ view, typed: '' });
}
