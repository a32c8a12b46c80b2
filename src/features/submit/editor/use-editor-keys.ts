import { useCommands } from '@/shared/commands/use-commands';
import { useSession } from './session-context';

/** Runs the workflow, and undoes and redoes across fields. */
export function useEditorKeys(onRun: () => void): void {
  const session = useSession();
  // A select would open on Ctrl+Enter.
  useCommands({ run: () => onRun() }, { isFirst: true });
  // Uses the editor's own history: a browser's undo only covers text in one field, and neither menus nor images.
  useCommands({ undo: () => session.undo(), redo: () => session.redo() });
}
