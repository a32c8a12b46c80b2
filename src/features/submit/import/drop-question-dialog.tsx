import { useId, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';
import { Dialog } from '@/ui/overlay/dialog';
import { mediaChoiceSetting } from './drop-context';
import { type Asked, type MediaChoice, useDialogs } from '@/shared/dialog-requests/dialogs';

/** Dialog of what a drop asks. */
export function DropQuestionDialog() {
  const { multipleFiles, media } = useDialogs();
  if (multipleFiles) return <MultipleFilesDialog {...multipleFiles} />;
  return media ? <MediaDialog {...media} /> : null;
}

/** Shown when more files are dropped than the workflow has inputs. */
function MultipleFilesDialog({ files, inputs, slotLabel, answer }: Asked<'multipleFiles'>) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) answer(null);
      }}
      title={t('{files, plural, one {# file} other {# files}}, {inputs, plural, one {# input} other {# inputs}}', {
        files,
        inputs,
      })}
      description={t('Run the workflow once for each file, in turn on {input}?', { input: slotLabel })}
      actions={
        <>
          <Button onClick={() => answer('fill')}>
            {inputs === 1 ? t('Use the first file only') : t('Use the first {count} files', { count: inputs })}
          </Button>
          <Button tone="primary" data-autofocus onClick={() => answer('each')}>
            {t('One run each')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('Nothing runs until you press Run.')}</p>
    </Dialog>
  );
}

function MediaDialog({ fileName, slotLabel, answer }: Asked<'media'>) {
  const checkboxId = useId();
  const [isKept, setKept] = useState(false);
  const choose = (choice: MediaChoice) => {
    if (isKept) mediaChoiceSetting.set(choice);
    answer(choice);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) answer(null);
      }}
      title={t('Use as input or open embedded workflow?')}
      description={t('{name} contains the workflow that created it.', { name: fileName })}
      actions={
        <>
          <Button onClick={() => choose('workflow')}>{t('Open workflow')}</Button>
          <Button tone="primary" onClick={() => choose('input')}>
            {t('Use as input of {input}', { input: slotLabel })}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('Hold Alt while dropping to open the workflow.')}</p>
      <div className="mt-2 flex items-center gap-1">
        <Checkbox id={checkboxId} label={t('Do not ask again')} isChecked={isKept} onChange={setKept} />
        <label htmlFor={checkboxId} className="cursor-pointer">
          {t('Do not ask again')}
        </label>
      </div>
      {isKept ? <p className="pl-8 text-sm text-muted">{t('You can change it in Settings, Running.')}</p> : null}
    </Dialog>
  );
}
