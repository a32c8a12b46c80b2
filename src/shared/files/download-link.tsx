import { Download, LoaderCircle } from 'lucide-react';
import { holdsKeyFor } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { findCapability } from '@/api/surfaces/capability-record';
import { t } from '@/lib/i18n/messages';
import { buttonClass } from '@/ui/button';
import { messageOf } from '@/lib/message-of';
import type { HeldFile } from '../dialog-requests/input-request';
import { saveContent } from './save-content';
import { useAction } from '../feedback/use-action';
import { downloadUrl, fileNames } from '../file-names/file-names';
import { useSeeds } from '../file-names/use-seeds';
import { filePattern } from '../file-names/file-pattern';
import { filesAt } from '../dialog-requests/file-at';

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
  const all = siblings ?? [file];
  const index = all.findIndex(({ id }) => id === file.id);
  const name = fileNames(filesAt(surface, all), seeds)[index] ?? file.name;
  const save = useAction({
    run: (from: string) => saveContent(surface, from, name),
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not download {name}', { name }),
      description: messageOf(error, t('Try again.')),
    }),
  });
  if (!url) return null;
  return (
    <a
      href={downloadUrl(url, name)}
      download={name}
      // Without a script, for "Open in new tab": the content must not replace this page.
      target="_blank"
      rel="noreferrer"
      aria-label={t('Download {name}', { name: file.name })}
      aria-busy={save.isPending || undefined}
      title={t('Download as {name}', { name })}
      className={buttonClass({ size, ...(tone ? { tone } : {}) })}
      onClick={(event) => {
        if (isOfThisPage(url) && !mayNeedKey(surface, url)) return;
        event.preventDefault();
        if (!save.isPending) void save.run(url);
      }}
    >
      {save.isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Download aria-hidden />}
    </a>
  );
}

/** Browsers ignore `download` for another origin: the page fetches the file itself. */
function isOfThisPage(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}

/** A link sends no credential: the page fetches the file itself unless the server is known not to need one. */
function mayNeedKey(surface: Surface, url: string): boolean {
  return holdsKeyFor(surface, url) && findCapability(surface, 'openContent')?.isOffered !== true;
}
