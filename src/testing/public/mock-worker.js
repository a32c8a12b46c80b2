// The worker of MSW sends each request to the page and waits for an answer. A page loads hundreds of modules from Vite,
// and no test mocks one: these go past it.
const LOADED_FROM_VITE = new Set(['script', 'style', 'worker', 'font']);

addEventListener('fetch', (event) => {
  if (LOADED_FROM_VITE.has(event.request.destination)) event.stopImmediatePropagation();
});

importScripts('/mockServiceWorker.js');
