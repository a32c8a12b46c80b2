import type { Output } from '@contract/jobs/schemas';
import { isImage, THUMB_ROW } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { outputKind } from '@/shared/files/output-kind';
import { StoredImage } from '@/shared/files/stored-image';

interface OutputSwitchProps {
  surface: Surface;
  outputs: readonly Output[];
  /** Id of the output on screen; `null` while it is the live preview. */
  currentId: string | null;
  onChoose: (outputId: string) => void;
}

/** Small tiles of a run with several outputs. The arrow keys of the page switch them, too. */
export function OutputSwitch({ surface, outputs, currentId, onChoose }: OutputSwitchProps) {
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
      {outputs.map((output) => (
        <li key={output.id}>
          <button
            {...dragSource(surface, output)}
            type="button"
            aria-label={t('Show {name}', { name: output.name })}
            title={output.name}
            aria-current={output.id === currentId || undefined}
            onClick={() => onChoose(output.id)}
            className={classNames(
              'flex size-10 items-center justify-center overflow-hidden rounded bg-hover text-faint [&_svg]:size-4',
              output.id === currentId && 'outline-2 outline-offset-1 outline-accent',
            )}
          >
            {isImage(output) ? (
              <StoredImage surface={surface} source={output} side={THUMB_ROW} className="checkerboard object-cover">
                {kindIcons.image}
              </StoredImage>
            ) : (
              kindIcons[outputKind(output)]
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
