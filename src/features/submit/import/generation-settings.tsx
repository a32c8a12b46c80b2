import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { closeImportList, type DropOffer } from './import-report';

interface GenerationSettingsProps {
  text: string;
  /** Fills the form of the open workflow, or the nearest template; absent if there is none. */
  fill: DropOffer | undefined;
}

/** Settings of Automatic1111, Fooocus or InvokeAI: no workflow can be made of them, but they can fill a form. */
export function GenerationSettings({ text, fill }: GenerationSettingsProps) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <ScrollText label="Generation settings" className="max-h-40 w-full rounded-md border border-line p-2">
        {text}
      </ScrollText>
      <div className="flex gap-2">
        {fill ? (
          <Button
            size="sm"
            onClick={() => {
              closeImportList();
              fill.run();
            }}
          >
            {fill.label}
          </Button>
        ) : null}
        <Button size="sm" onClick={() => void copyText(text, 'Settings')}>
          Copy settings
        </Button>
      </div>
    </div>
  );
}
