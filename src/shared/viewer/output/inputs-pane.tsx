import { TextSearch } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { defineSetting } from '@/lib/settings/setting';
import { onOff } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import { LazyJobInputs } from '@/shared/generation-inputs/lazy-job-inputs';
import { Button, type ButtonProps } from '@/ui/button';

/** Whether large viewers show the inputs beside an output, where the window has room for both. */
export const inputsPaneSetting = defineSetting('inputs-pane', {
  schema: onOff('open', 'closed'),
  default: true,
  isOfPage: true,
});

/** As `lg` in the classes below. */
const BESIDE = '(min-width: 1100px)';

interface InputsPane {
  isOpen: boolean;
  toggle: () => void;
}

/** In a narrow window, the inputs take the place of the output, and are closed at first. */
export function useInputsPane(): InputsPane {
  const isBeside = useMediaQuery(BESIDE);
  const isWanted = useSetting(inputsPaneSetting);
  const [isInstead, setInstead] = useState(false);
  return isBeside
    ? { isOpen: isWanted, toggle: () => inputsPaneSetting.set(!isWanted) }
    : { isOpen: isInstead, toggle: () => setInstead(!isInstead) };
}

interface InputsPaneButtonProps extends Pick<ButtonProps, 'tone' | 'size'> {
  pane: InputsPane;
}

export function InputsPaneButton({ pane: { isOpen, toggle }, ...look }: InputsPaneButtonProps) {
  return (
    <Button
      {...look}
      aria-pressed={isOpen}
      title={isOpen ? t('Hide the inputs') : t('Show what made this')}
      className={isOpen ? 'bg-accent-soft text-accent!' : undefined}
      onClick={toggle}
    >
      <TextSearch aria-hidden />
      {t('Inputs')}
    </Button>
  );
}

interface WithInputsProps {
  pane: InputsPane;
  surface: Surface;
  jobId: string;
  /** Title of a draft that is made of the inputs. */
  title: string;
  children: ReactNode;
}

/** An output in large, and what made it. */
export function WithInputs({ pane: { isOpen }, surface, jobId, title, children }: WithInputsProps) {
  return (
    <div className="flex min-h-0 flex-1">
      <div className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', isOpen && 'max-lg:hidden')}>{children}</div>
      {isOpen ? (
        <div className="flex min-h-0 w-full flex-col border-line lg:w-90 lg:shrink-0 lg:border-l min-[1800px]:w-110">
          <LazyJobInputs key={`${surface.id}/${jobId}`} surface={surface} jobId={jobId} title={title} />
        </div>
      ) : null}
    </div>
  );
}
