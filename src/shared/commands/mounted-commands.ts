import { announce } from '@/shared/feedback/announce';
import type { CommandId } from './command-keys';

/** `key` is the pressed key as the browser names it, empty if the palette runs it. Returns false to leave the key to others. */
export type CommandCallback = (key: string) => boolean | void;

export interface CommandHandler {
  run: CommandCallback;
  /** Whether the command currently applies; absent: always. If not, the palette omits it. */
  isAvailable?: () => boolean;
  /** Reason why it is unavailable now. */
  disabledReason?: string | null;
}

export type CommandHandlers = Readonly<Partial<Record<CommandId, CommandCallback | CommandHandler>>>;

export interface CommandOptions {
  /** The commands belong to a dialog, not to the page below it. */
  isInDialog?: boolean;
  /** Handles its keys before the focused control does, such as Ctrl+Enter on the button of a select. */
  isFirst?: boolean;
  /** Set by the shell: whether shortcuts with a modifier work, wherever the focus is. */
  mayTakeChords?: () => boolean;
}

export interface MountedCommands extends CommandOptions {
  handlers: () => CommandHandlers;
}

/** In the order of mounting. */
export const mounted = new Set<MountedCommands>();

/** Returns the handler that was mounted last for a command; `null` if there is none, or nothing to apply it to. */
export function findHandler(id: CommandId): CommandHandler | null {
  const handler = [...mounted].map(({ handlers }) => toHandler(handlers(), id)).findLast((one) => one !== null) ?? null;
  return handler?.isAvailable?.() === false ? null : handler;
}

/** Runs a command by its id, or announces why it is unavailable now. Returns false if no component provides it. */
export function runCommand(id: CommandId): boolean {
  const handler = findHandler(id);
  return handler !== null && runHandler(handler, '');
}

export function toHandler(handlers: CommandHandlers, id: CommandId): CommandHandler | null {
  const handler = handlers[id];
  return typeof handler === 'function' ? { run: handler } : (handler ?? null);
}

/** Returns false if the key is left to others. */
export function runHandler(handler: CommandHandler, key: string): boolean {
  if (handler.isAvailable?.() === false) return false;
  const reason = handler.disabledReason ?? null;
  if (reason === null) return handler.run(key) !== false;
  announce(reason);
  return true;
}
