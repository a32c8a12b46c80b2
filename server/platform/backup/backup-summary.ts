import type { BackupResult } from './back-up';

/** The last line that `flowdeck backup` prints, if the backup is finished. */
export function summaryOf({ name, manifest, copied }: Omit<BackupResult, 'problems'>): string {
  const files = `Files: ${manifest.files.length}, new: ${copied.files} (${megabytes(copied.bytes)})`;
  return `Backup ${name} is finished. ${files}. Database: ${megabytes(manifest.database.bytes)}`;
}

export function isSummary(line: string): boolean {
  return /^Backup \S+ is finished\./.test(line);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
