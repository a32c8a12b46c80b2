import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { waitForFirstRender } from '@/lib/after-paint';
import { createApp } from './app/app';

// Without a browser, nothing is ever painted.
waitForFirstRender(new Promise(() => {}));

/**
 * Renders a page in its state before the first response. The build inserts it into the page that the gateway serves, so that
 * it is visible while the code loads.
 * @param path such as `/local/jobs`
 */
export async function prerenderPage(path: string): Promise<string> {
  const app = createApp(createMemoryHistory({ initialEntries: [path] }));
  await app.loadFirstPage();
  return renderToString(<app.App />);
}
