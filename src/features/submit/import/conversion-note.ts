import { t } from '@/lib/i18n/messages';
import type { ConvertedFile } from './workflow-file-protocol';

/** What a toast says of the notes on a conversion; the draft lists all of them above its form. */
const SHOWN_CHARS = 240;

export function conversionTitle({ isPartial }: Pick<ConvertedFile, 'isPartial'>): string {
  return isPartial ? t('Kept as a draft') : t('Converted from the UI format');
}

export function conversionNote(conversion: Pick<ConvertedFile, 'isPartial' | 'notes'>) {
  const { notes } = conversion;
  const title = conversionTitle(conversion);
  if (notes.length === 0) return { title, description: t('Nothing runs until you press Run.'), isHarmless: true };
  const shown = notes.filter((_, at) => at === 0 || notes.slice(0, at + 1).join(' ').length <= SHOWN_CHARS);
  const rest = notes.length - shown.length;
  const more = rest > 0 ? [t('And {count, plural, one {# more note} other {# more notes}}.', { count: rest })] : [];
  return { title, description: [...shown, ...more].join(' '), isHarmless: false };
}
