import { http, HttpResponse } from 'msw';
import type { Job } from '@contract/jobs/schemas';
import type { BrowserGateway } from './gateway';
import { surfaceWith } from './job-fixtures';
import { renderApp } from './render-app';

/** The page of a job of a foreign surface; `change` is what its next GET says. */
export async function showJob(gateway: BrowserGateway, first: Job, search = '') {
  let job = first;
  gateway.worker.use(...surfaceWith(() => job));
  const app = await renderApp(`/local/jobs/${job.id}${search}`);
  return { ...app, change: (next: Partial<Job>) => (job = { ...job, ...next }) };
}

/** Hands out the same bytes for every asset. */
export function serveContent(gateway: BrowserGateway, body: BlobPart, contentType: string): void {
  gateway.worker.use(
    http.get('*/api/v2/assets/:id/content', async () =>
      HttpResponse.arrayBuffer(await new Blob([body]).arrayBuffer(), { headers: { 'Content-Type': contentType } }),
    ),
  );
}

/** A picture of one colour. */
export async function pngOf(width: number, height: number, color = 'teal'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}
