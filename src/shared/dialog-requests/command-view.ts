import { closeDialog, openDialog, useDialogs, type CommandView } from './dialogs';

export interface CommandViewProps {
  onClose: () => void;
}

/** Text typed since the palette was opened; `null` once its search field has the focus. */
let typed: string | null = null;

export function openCommandView(view: CommandView | null): void {
  typed = '';
  if (view) openDialog('commands', view);
  else closeDialog('commands');
}

export function openedCommandView(): CommandView | null {
  return useDialogs.getState().commands;
}

/** Returns true while keys are meant for the palette, whose code or focus is pending. */
export function isPaletteFocusPending(): boolean {
  return openedCommandView() === 'palette' && typed !== null;
}

export function addTyped(text: string): void {
  typed = (typed ?? '') + text;
}

/** Returns the typed text to the search field, which gets the keys from then on. */
export function takeTyped(): string | null {
  const text = typed;
  typed = null;
  return text;
}
