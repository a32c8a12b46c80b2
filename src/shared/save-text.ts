import { saveBlob } from './save-blob';

/** Offers text as a file of the browser's download folder. */
export function saveText(text: string, fileName: string, contentType = 'text/plain'): void {
  saveBlob(new Blob([text], { type: contentType }), fileName);
}
