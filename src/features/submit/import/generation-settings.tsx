import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';

/** Settings of Automatic1111 or Forge: text for reading and copying, since no workflow can be made of it. */
export function GenerationSettings({ text }: { text: string }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <ScrollText label="Generation settings" className="max-h-40 w-full rounded-md border border-line p-2">
        {text}
      </ScrollText>
      <Button size="sm" onClick={() => void copyText(text, 'Settings')}>
        Copy settings
      </Button>
    </div>
  );
}
