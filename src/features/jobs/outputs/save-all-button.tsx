import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { showToast } from '@/shared/feedback/toasts';
import { fileNames } from '@/shared/file-names/file-names';
import { useSeeds } from '@/shared/file-names/use-seeds';
import { filePattern } from '@/shared/file-names/file-pattern';
import { filesAt } from '@/shared/dialog-requests/file-at';
import { Button } from '@/ui/button';
import { outputsOf } from '@/shared/files/outputs-of';
import { usableUrl } from '@/domains/jobs/file-url';
import { saveContent } from '@/shared/files/save-content';

interface SaveAllButtonProps {
  surface: Surface;
  job: ListedJob;
  outputs: readonly Output[];
  className?: string;
}

export function SaveAllButton({ surface, job, outputs, className }: SaveAllButtonProps) {
  const [isSaving, setIsSaving] = useState(false);
  const files = filesAt(surface, outputsOf([job]));
  const { seeds, isReading } = useSeeds(files, filePattern());
  const save = async () => {
    setIsSaving(true);
    const lost = await saveOutputs(surface, outputs, fileNames(files, seeds));
    setIsSaving(false);
    if (lost.length === 0) return;
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: t('{count, plural, one {One file could not be saved} other {# files could not be saved}}', {
        count: lost.length,
      }),
      description: lost.join(', '),
    });
  };
  useCommands({
    'save-all': { run: () => void save(), disabledReason: isSaving ? t('The outputs are being saved.') : null },
  });
  return (
    <Button
      size="sm"
      className={className}
      title={t('Downloads every file, one after another')}
      isBusy={isSaving || isReading}
      onClick={() => void save()}
    >
      {isSaving || isReading ? null : <Download aria-hidden />}
      {t('Save all')}
    </Button>
  );
}

/** Browsers drop downloads that are started at the same time. */
const PAUSE_MS = 250;

/**
 * Saves every output as a browser download, one after another, each with a valid URL. The page fetches the files
 * itself: the browser's own downloads are concurrent, and a few large ones would use all of its connections.
 * @returns the names of the files that no longer exist on the surface
 */
export async function saveOutputs(
  surface: Surface,
  outputs: readonly Output[],
  /** File names for saving; the default is their own names. */
  names: readonly string[] = outputs.map(({ name }) => name),
): Promise<string[]> {
  const lost: string[] = [];
  for (const [index, output] of outputs.entries()) {
    try {
      await saveContent(surface, await usableUrl(surface, output), names[index] ?? output.name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } catch {
      lost.push(output.name);
    }
  }
  return lost;
}
