import { saveBlob } from './save-blob';

export function saveText(text: string, fileName: string, contentType = 'text/plain'): void {
  saveBlob(new Blob([text], { type: contentType }), fileName);
}
