import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { useSession } from './session-context';

/** Runs the workflow, and undoes and redoes across fields. */
export function useEditorKeys(onRun: () => void): void {
  const session = useSession();
  // A select would open on Ctrl+Enter.
  useShortcuts({ run: () => onRun() }, { isFirst: true });
  // Our own history: a browser's undo knows one field only, and nothing of menus and pictures.
  useShortcuts({ undo: () => session.undo(), redo: () => session.redo() });
}
