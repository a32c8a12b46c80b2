import { useCommands } from '@/shared/commands/use-commands';
import { useSession } from '../draft/session/session-context';
import { togglePin } from '../draft/edit-template';

/** Pins the focused input by keyboard and from the palette. */
export function usePinCommand(): void {
  const { editor } = useSession();
  const focused = () => {
    const { focusedField, form } = editor.state;
    return focusedField === null ? undefined : form.fields.get(focusedField);
  };
  useCommands({
    pin: {
      isAvailable: () => focused() !== undefined,
      run: () => {
        const field = focused();
        if (field) togglePin(editor, field);
      },
    },
  });
}
