import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { renderApp, type RenderedApp } from './render-app';

/** The editor on a workflow, as if it had been dropped. */
export async function openDraft(workflow: object | string, title = 'test.json'): Promise<RenderedApp & { id: string }> {
  const text = typeof workflow === 'string' ? workflow : JSON.stringify(workflow);
  const draft = makeDraft('local', { text, title, origin: 'file' }, Date.now());
  await writeDraft(draft);
  return { id: draft.id, ...(await renderApp(`/local/submit/${draft.id}`)) };
}

/** Files as a drag brings them. */
export function dataTransferOf(...files: File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

/** A drag over an element, up to the drop if it is let go. */
export function drag(target: Element, data: DataTransfer, options: { drop: boolean; altKey?: boolean }): void {
  const init = { dataTransfer: data, bubbles: true, cancelable: true, altKey: options.altKey ?? false };
  target.dispatchEvent(new DragEvent('dragenter', init));
  target.dispatchEvent(new DragEvent('dragover', init));
  if (options.drop) target.dispatchEvent(new DragEvent('drop', init));
}
