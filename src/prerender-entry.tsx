import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { waitForFirstRender } from '@/lib/after-paint';
import { createApp } from './create-app';
import { withWords } from './features/jobs/list/first-jobs';
import { firstDocuments } from './features/models/catalog/first-models';

// Without a browser, nothing is ever painted.
waitForFirstRender(new Promise(() => {}));

/**
 * Renders a page in its state before the first response. The build inserts it into the page that the gateway serves, so that
 * it is visible while the code loads.
 * @param path such as `/local/jobs`
 * @param documents OpenAPI documents by id, of models that each gateway has
 */
export async function prerenderPage(path: string, documents: Readonly<Record<string, string>>): Promise<string> {
  for (const [id, text] of Object.entries(documents)) firstDocuments.set(id, text);
  const app = createApp(createMemoryHistory({ initialEntries: [path] }));
  await app.loadFirstPage();
  return withWords(renderToString(<app.App />));
}
