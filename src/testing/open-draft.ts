import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

/** Opens the options beside Run. */
export async function openStartOptions(): Promise<void> {
  await page.getByRole('button', { name: 'Start options' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Start options' })).toBeVisible();
}

/** Presses one of them, such as `Sweep…`. */
export async function chooseStart(name: string): Promise<void> {
  await openStartOptions();
  await page.getByRole('dialog', { name: 'Start options' }).getByRole('button', { name }).click();
}

/** Sets the number of runs that one click starts. */
export async function setRuns(count: number): Promise<void> {
  await openStartOptions();
  await page.getByRole('textbox', { name: 'Runs' }).fill(String(count));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Start options' })).not.toBeInTheDocument();
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

/** Waits until the shell accepts files, which is after its first paint: it does not detect earlier drags. */
export async function whenDropsAreTaken<App>(app: Promise<App>): Promise<App> {
  const opened = await app;
  const isSeen = () => {
    drag(document.body, dataTransferOf(new File(['{}'], 'still.json', { type: 'application/json' })), { drop: false });
    return page.getByText(/^Drop to/).query() !== null;
  };
  await expect.poll(isSeen).toBe(true);
  document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  await expect.element(page.getByText(/^Drop to/)).not.toBeInTheDocument();
  return opened;
}

/** Starts a drag in the middle of an element, on what is draggable there, as a browser does. Returns what it carries. */
export function startDrag(element: Element): DataTransfer {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const dataTransfer = new DataTransfer();
  const dragged = document.elementFromPoint(clientX, clientY)?.closest('a, [draggable=true]');
  dragged?.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, clientX, clientY }));
  return dataTransfer;
}

/** Returns the name of the file of a server in a drag, and its kind; `null` if it carries none. */
export function storedFileIn(data: DataTransfer): string | null {
  const type = data.types.find((name) => name.startsWith('application/x-flowdeck-'));
  const file: unknown = type && JSON.parse(data.getData(type));
  return type && file ? `${type.split('-').at(-1)} ${Reflect.get(Object(file), 'name')}` : null;
}
