import { LANGUAGES, loadLanguage } from './catalogs';

const language = LANGUAGES.find((tag) => tag === self.name);
/** When `t` uses the language of the page, which is the name of this worker (`startWorker`); without its catalog, it stays English. */
const hasLanguage = language ? loadLanguage(language).catch(() => {}) : Promise.resolve();

/** Listens to the page. The messages that the listener words are in the language of the page. */
export function onPageMessage<Request>(listener: (request: Request) => void): void {
  self.addEventListener('message', ({ data }: MessageEvent<Request>) => void hasLanguage.then(() => listener(data)));
}
