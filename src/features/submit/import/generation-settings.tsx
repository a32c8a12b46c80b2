import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { closeImportList } from './import-report';

interface GenerationSettingsProps {
  text: string;
  /** Fills the form of the open workflow; absent if there is none. */
  onFill: (() => void) | undefined;
}

/** Settings of Automatic1111, Fooocus or InvokeAI: no workflow can be made of them, but they can fill a form. */
export function GenerationSettings({ text, onFill }: GenerationSettingsProps) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <ScrollText label="Generation settings" className="max-h-40 w-full rounded-md border border-line p-2">
        {text}
      </ScrollText>
      <div className="flex gap-2">
        {onFill ? (
          <Button
            size="sm"
            onClick={() => {
              closeImportList();
              onFill();
            }}
          >
            Fill in the form
          </Button>
        ) : null}
        <Button size="sm" onClick={() => void copyText(text, 'Settings')}>
          Copy settings
        </Button>
      </div>
    </div>
  );
}
