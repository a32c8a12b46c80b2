import { copyText } from '@/shared/copy-text';
import { showToast } from '@/shared/feedback/toasts';
import { shareBody } from './shared-body';

/** Copies a URL that opens this model with this input. */
export async function shareInput(bodyText: string): Promise<void> {
  const { fragment, omitted: skipped } = shareBody(bodyText);
  if (fragment === null) {
    showToast({
      tone: 'warn',
      isOfPage: true,
      title: 'This input is too long for a link',
      description: 'Copy its JSON instead.',
    });
    return;
  }
  await copyText(`${location.origin}${location.pathname}${fragment}`, 'Link');
  if (skipped.length === 0) return;
  showToast({
    tone: 'neutral',
    isOfPage: true,
    title: 'Files and secrets stay here',
    description: `Not in the link: ${[...new Set(skipped)].join(', ')}.`,
  });
}
