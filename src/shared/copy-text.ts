import { showToast } from './toasts';

/** Puts text on the clipboard and says so. @param name what it is, with a capital */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    // Absent on plain http to another machine, where it throws like a refusal.
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
