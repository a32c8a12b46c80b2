import { useEffect, useLayoutEffect, useRef } from 'react';
import { listenToKeys } from './key-listener';
import { mounted, type CommandHandlers, type CommandOptions } from './mounted-commands';

/** Registers command handlers while the component is mounted: for their current keys, and for the palette. */
export function useCommands(handlers: CommandHandlers, options: CommandOptions = {}): void {
  const { isInDialog = false, isFirst = false, mayTakeChords } = options;
  // Not an effect event: the palette reads it while it renders.
  const latest = useRef({ handlers, mayTakeChords });
  useLayoutEffect(() => {
    latest.current = { handlers, mayTakeChords };
  });
  const isShell = mayTakeChords !== undefined;
  // A subscription to the keyboard.
  useEffect(() => {
    const entry = {
      handlers: () => latest.current.handlers,
      isInDialog,
      isFirst,
      ...(isShell ? { mayTakeChords: () => latest.current.mayTakeChords?.() ?? false } : {}),
    };
    mounted.add(entry);
    listenToKeys();
    return () => {
      mounted.delete(entry);
    };
  }, [isInDialog, isFirst, isShell]);
}
