import { useCommands } from '@/shared/commands/use-commands';
import { openSweep } from '../draft/sweep-request';
import { useSession } from '../draft/session-context';
import { undoEdit, redoEdit } from '../draft/editor-state';

/** Runs the workflow or plans a sweep, and undoes and redoes across fields. */
export function useEditorKeys(onRun: () => void): void {
  const { editor } = useSession();
  // A select would open on Ctrl+Enter.
  useCommands(
    {
      run: () => onRun(),
      sweep() {
        openSweep(editor, { fieldKey: editor.state.focusedField, isHint: true });
      },
    },
    { isFirst: true },
  );
  // Uses the editor's own history: a browser's undo only covers text in one field, and neither menus nor images.
  useCommands({ undo: () => editor.edit(undoEdit), redo: () => editor.edit(redoEdit) });
}
