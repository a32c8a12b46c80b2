import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createApp } from './app/app';

/**
 * A page as it stands before the gateway answered anything. The build draws it into the page that the gateway serves, so
 * that the eye has something while the code is on its way.
 * @param path such as `/local/jobs`
 */
export async function prerenderPage(path: string): Promise<string> {
  const app = createApp(createMemoryHistory({ initialEntries: [path] }));
  await app.loadFirstPage();
  return renderToString(<app.App />);
}
