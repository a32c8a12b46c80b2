import { t } from '../i18n/messages';

/** Encodes a file as base64. Browsers do this off the main thread. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error(t('The file cannot be read.'))));
    reader.addEventListener('load', () => {
      const text = String(reader.result);
      resolve(text.slice(text.indexOf(',') + 1));
    });
    reader.readAsDataURL(file);
  });
}
