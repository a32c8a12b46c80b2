const STORAGE_KEY = 'flowdeck.returning';

/** Whether this browser has submitted anything: decides between Submit and Jobs as the first page. */
export function hasSubmittedBefore(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === '1';
  } catch {
    return false;
  }
}

export function rememberSubmission(): void {
  try {
    localStorage.setItem(STORAGE_KEY, '1');
  } catch {
    // Storage is switched off: Submit stays the first page.
  }
}
