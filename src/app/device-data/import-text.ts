import { formatCount, formatInteger } from '@/lib/format';
import type { FoundJobs, FoundSource, SkippedEntry } from '@/domains/history/jobs-file-protocol';

const NAMED_LINES = 5;

const WHY: Record<SkippedEntry['why'], string> = {
  damaged: 'damaged',
  no_job: 'no job',
  too_new: 'from a newer Flowdeck',
  no_surface: 'missing server',
};

/** Returns the details of an import, the most important ones first. */
export function foundDetails(found: FoundJobs): readonly (readonly [name: string, value: string])[] {
  const { fresh, newer, known, enriched, noRoom, withWorkflow, total, marked } = found;
  const details: (readonly [string, string] | null)[] = [
    ['New', formatInteger(fresh)],
    newer > 0 ? ['Updated', `${formatInteger(newer)} unfinished here`] : null,
    known > 0 ? ['Already imported', `${formatInteger(known)}, unchanged`] : null,
    enriched > 0 ? ['Of those', `${formatInteger(enriched)} gain a workflow, stars or tags`] : null,
    noRoom > 0 ? ['No space for', `${formatInteger(noRoom)} oldest jobs`] : null,
    ['With workflow', workflowText(withWorkflow, total)],
    marked > 0 ? ['Marked', `${formatInteger(marked)} with stars, ratings or tags`] : null,
    ['Not included', 'output files (they remain on their server)'],
  ];
  return details.filter((fact) => fact !== null);
}

function workflowText(withWorkflow: number, total: number): string {
  if (withWorkflow === total) return total === 1 ? 'yes: can be opened and run again' : 'all: can be run again';
  if (withWorkflow === 0) return 'none: can be run again only while their server has them';
  return `${formatInteger(withWorkflow)} of ${formatInteger(total)}`;
}

/** `Lines 3, 7 and 12: damaged` */
export function omittedText(skipped: readonly SkippedEntry[]): string[] {
  return [...new Set(skipped.map(({ why }) => why))].map((why) => {
    const entries = skipped.filter((entry) => entry.why === why);
    const lines = entries.flatMap(({ line }) => (line === null ? [] : [line]));
    if (lines.length === 0) return `${formatCount(entries.length, 'entry', 'entries')}: ${WHY[why]}`;
    const named = lines.slice(0, NAMED_LINES).map(formatInteger);
    const more = lines.length - named.length;
    const list = more > 0 ? `${named.join(', ')} and ${formatInteger(more)} more` : joined(named);
    return `${lines.length === 1 ? 'Line' : 'Lines'} ${list}: ${WHY[why]}`;
  });
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `412 jobs from This machine (http://127.0.0.1:8189)` */
export function sourceText({ name, id, address, count }: FoundSource): string {
  const place = address === null ? (name ?? id) : `${name ?? id} (${address})`;
  return `${formatCount(count, 'job')} from ${place}`;
}
