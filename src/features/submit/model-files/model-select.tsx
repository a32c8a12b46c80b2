import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { selectTrigger } from '@/ui/input/select-trigger';
import { lazyPart } from '@/ui/lazy-part';
import { FileName } from './file-name';
import type { ModelPickerProps } from './model-picker';

/** Chooses a model file. A plain button until its first press, as `LazySelect`. */
export function ModelSelect(props: ModelPickerProps) {
  const [isActivated, setActivated] = useState(false);
  return isActivated ? <ModelPicker {...props} /> : <ClosedSelect {...props} onActivate={() => setActivated(true)} />;
}

const ModelPicker = lazyPart(async () => (await import('./model-picker')).ModelPicker, {
  fallback: (props: ModelPickerProps) => <ClosedSelect {...props} />,
});

function ClosedSelect({ control, value, onActivate }: ModelPickerProps & { onActivate?: () => void }) {
  return (
    <button
      type="button"
      {...control}
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-controls={undefined}
      aria-busy={onActivate === undefined}
      data-placeholder={value === '' ? '' : undefined}
      className={classNames(selectTrigger())}
      onClick={onActivate}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        onActivate?.();
      }}
    >
      <span className="flex min-w-0 flex-1">{value === '' ? t('Choose a file') : <FileName value={value} />}</span>
      <svg aria-hidden viewBox="0 0 24 24" className="size-4 shrink-0 fill-none stroke-current stroke-2 text-faint">
        <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
