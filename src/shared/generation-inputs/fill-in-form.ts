import { t } from '@/lib/i18n/messages';
import type { ReusedValue } from '@/domains/generation-inputs/matching-inputs';
import { showToast } from '@/shared/feedback/toasts';
import type { FilledIn, OpenForm } from '@/shared/dialog-requests/hand-overs';

interface Reported {
  /** What was reused, such as `Seed 7`; `null` for all values. */
  name: string | null;
  /** Title of the draft, if another page has led to it. */
  draft?: string;
}

/** Fills in values of a result, says so, and offers to undo it. */
export function fillInForm(form: OpenForm, values: readonly ReusedValue[], reported: Reported): void {
  reportFilledIn(form.fillIn(values), reported);
}

/** Says what was filled in, and offers to undo it. */
export function reportFilledIn({ found, changed, undo }: FilledIn, { name, draft }: Reported): void {
  if (found === 0) {
    const description = t('The workflow has changed since this run. Nothing was changed.');
    showToast({ tone: 'neutral', title: t('This draft has no such inputs'), description });
  } else if (changed === 0) {
    showToast({ tone: 'neutral', title: t('The form already has these values') });
  } else {
    showToast({
      tone: 'ok',
      title:
        name === null
          ? t('{count, plural, one {# value} other {# values}} set', { count: changed })
          : t('{name} set', { name }),
      ...(draft === undefined ? {} : { description: t('In the draft {title}.', { title: draft }) }),
      action: { label: t('Undo'), onSelect: undo },
      isOfPage: true,
    });
  }
}
