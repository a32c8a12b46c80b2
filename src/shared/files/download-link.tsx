import { Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { holdsKeyFor } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { findCapability } from '@/api/surfaces/capability-record';
import { buttonClass } from '@/ui/button';
import type { HeldFile } from '../dialog-requests/input-request';
import { saveContent } from './save-content';
import { showToast } from '../feedback/toasts';
import { downloadUrl, fileNames } from '../zip/file-names';
import { useSeeds } from '../zip/use-seeds';
import { filePattern } from '../zip/zip-pattern';
import { filesAt } from '../zip/zip-request';

interface DownloadLinkProps {
  surface: Surface;
  /** `null` while there is no valid URL. */
  url: string | null;
  file: HeldFile;
  /** All outputs of its job, for its number in the name. */
  siblings?: readonly HeldFile[];
  tone?: 'ghost';
  size: 'icon' | 'icon-sm';
}

/** Downloads one file under the name that it would have in a zip. */
export function DownloadLink({ surface, url, file, siblings, tone, size }: DownloadLinkProps) {
  const { seeds } = useSeeds(filesAt(surface, [file]), filePattern());
  const [isSaving, setIsSaving] = useState(false);
  if (!url) return null;
  const all = siblings ?? [file];
  const index = all.findIndex(({ id }) => id === file.id);
  const name = fileNames(filesAt(surface, all), seeds)[index] ?? file.name;
  const save = async () => {
    setIsSaving(true);
    try {
      await saveContent(surface, url, name);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: `Could not download ${name}`,
        ...(description ? { description } : {}),
      });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <a
      href={downloadUrl(url, name)}
      download={name}
      // Browsers ignore `download` for another origin: the content must not replace this page.
      target="_blank"
      rel="noreferrer"
      aria-label={`Download ${file.name}`}
      aria-busy={isSaving || undefined}
      title={`Download as ${name}`}
      className={buttonClass({ size, ...(tone ? { tone } : {}) })}
      onClick={(event) => {
        if (!mayNeedKey(surface, url)) return;
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      {isSaving ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
    </a>
  );
}

/** A link sends no credential: the page fetches the file itself unless the server is known not to need one. */
function mayNeedKey(surface: Surface, url: string): boolean {
  return holdsKeyFor(surface, url) && findCapability(surface, 'openContent')?.isOffered !== true;
}
