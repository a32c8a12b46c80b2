import { showToast } from './feedback/toasts';

/** Copies text to the clipboard and confirms it. @param name what was copied, capitalized */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    // Missing on plain HTTP to another machine, where this throws as if access were denied.
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'ok', isOfPage: true, title: `${name} copied` });
  } catch {
    showToast({
      tone: 'warn',
      isOfPage: true,
      title: `${name} could not be copied`,
      description: 'Clipboard access is blocked. Copy the text manually.',
    });
  }
}
