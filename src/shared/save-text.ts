/** Offers text as a file of the browser's download folder. */
export function saveText(text: string, fileName: string, contentType = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
