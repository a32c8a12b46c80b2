import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import type { dragSource } from '@/shared/drop/drag-source';

interface SwitchedOutput {
  id: string;
  name: string;
  /** Its picture, or an icon. */
  picture: ReactNode;
  drag?: ReturnType<typeof dragSource>;
}

interface OutputSwitchProps {
  outputs: readonly SwitchedOutput[];
  /** Id of the output on screen; `null` while it is the live preview. */
  currentId: string | null;
  onChoose: (outputId: string) => void;
}

/** Small tiles of a run with several outputs. The arrow keys of the page switch them, too. */
export function OutputSwitch({ outputs, currentId, onChoose }: OutputSwitchProps) {
  const go = (step: 1 | -1) => {
    const next = outputs[outputs.findIndex(({ id }) => id === currentId) + step];
    if (currentId === null || !next) return false;
    onChoose(next.id);
    return true;
  };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) });
  return (
    <ul
      aria-label={t('All outputs')}
      className="relative flex shrink-0 gap-1.5 overflow-x-auto px-4 pt-1 pb-2.5 [scrollbar-width:thin] md:px-5"
    >
      {outputs.map(({ id, name, picture, drag }) => (
        <li key={id}>
          <button
            {...drag}
            type="button"
            aria-label={t('Show {name}', { name })}
            title={name}
            aria-current={id === currentId || undefined}
            onClick={() => onChoose(id)}
            className={classNames(
              'flex size-10 items-center justify-center overflow-hidden rounded bg-hover text-faint [&_svg]:size-4',
              id === currentId && 'outline-2 outline-offset-1 outline-accent',
            )}
          >
            {picture}
          </button>
        </li>
      ))}
    </ul>
  );
}
