import { t } from '@/lib/i18n/messages';
import { runAction } from './feedback/action';

/** Copies text to the clipboard and confirms it. @param name what was copied, capitalized */
export async function copyText(text: string, name: string): Promise<void> {
  await runAction({
    // Missing on plain HTTP to another machine, where this throws as if access were denied.
    run: async () => navigator.clipboard.writeText(text),
    done: () => ({ isOfPage: true, title: t('{name} copied', { name }) }),
    failed: () => ({
      tone: 'warn',
      isOfPage: true,
      title: t('{name} could not be copied', { name }),
      description: t('Clipboard access is blocked. Copy the text manually.'),
    }),
  });
}
