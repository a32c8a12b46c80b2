import { pageComponent } from './page-code';

/** Few addresses lead there: its code comes when one does. */
export const NotFound = pageComponent(() => import('@/app/not-found-page'), 'NotFoundPage');
