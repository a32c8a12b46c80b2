import { writeSetting, readText } from './local-storage';

const STORAGE_KEY = 'flowdeck.returning';

/** Whether this browser has submitted anything: decides between Submit and Jobs as the first page. */
export function hasSubmittedBefore(): boolean {
  return readText(STORAGE_KEY) === '1';
}

export function rememberSubmission(): void {
  writeSetting(STORAGE_KEY, '1');
}
