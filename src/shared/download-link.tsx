import { Download } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { buttonClass } from '@/ui/button';
import type { HeldFile } from './input-request';
import { downloadUrl, fileNames } from './zip/file-names';
import { useSeeds } from './zip/use-seeds';
import { filePattern } from './zip/zip-pattern';

interface DownloadLinkProps {
  surface: Surface;
  /** `null` while there is no URL that works. */
  url: string | null;
  file: HeldFile;
  /** All outputs of its job, by which it is numbered. */
  siblings?: readonly HeldFile[];
  tone?: 'ghost';
  size: 'icon' | 'icon-sm';
}

/** Saves one file under the name that it would have in a zip. */
export function DownloadLink({ surface, url, file, siblings, tone, size }: DownloadLinkProps) {
  const { seeds } = useSeeds(surface, [file], filePattern());
  if (!url) return null;
  const all = siblings ?? [file];
  const index = all.findIndex(({ id }) => id === file.id);
  const name = fileNames(all, seeds)[index] ?? file.name;
  return (
    <a
      href={downloadUrl(url, name)}
      download={name}
      // Content of another origin ignores `download`: it must not take the place of this page.
      target="_blank"
      rel="noreferrer"
      aria-label={`Download ${file.name}`}
      title={`Download as ${name}`}
      className={buttonClass({ size, ...(tone ? { tone } : {}) })}
    >
      <Download aria-hidden />
    </a>
  );
}
