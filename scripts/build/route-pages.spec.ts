import { expect, test } from 'vitest';
import { moduleOfPage, PAGES, pagesOf } from './route-pages.mjs';

test('the pages are those of the routes', () => {
  expect(PAGES).toMatchObject({
    '/': 'src/app/settings/servers/servers-page.tsx',
    jobs: 'src/app/jobs-and-batches-page.tsx',
    'models/*': 'src/features/models/playground/model-page.tsx',
    'models/runs': 'src/features/models/history/runs-page.tsx',
  });
  // A redirect has no page, and the layout of a surface no file.
  expect(Object.keys(PAGES)).toHaveLength(11);
});

test('a page loads its module in the route, or in a function that its loader calls, too', () => {
  const routes = `
    const loadJobs = () => import('@/features/jobs/jobs-page');
    export const jobs = createRoute({ path: 'jobs', loader: () => loadJobs(), component: pageComponent(loadJobs, 'JobsPage') });
    export const job = createRoute({
      path: 'jobs/$jobId',
      component: pageComponent(() => import('@/features/jobs/detail/job-page'), 'JobPage'),
    });
    export const start = createRoute({ path: '/', beforeLoad: () => { throw redirect({ to: '/jobs' }); } });`;
  expect(pagesOf([routes])).toEqual({
    jobs: 'src/features/jobs/jobs-page.tsx',
    'jobs/*': 'src/features/jobs/detail/job-page.tsx',
  });
});

test.each([
  ["pageComponent(load('jobs'), 'JobsPage')", 'The route jobs does not name the module of its page'],
  ["pageComponent(() => import('@/features/moved'), 'JobsPage')", 'There is no src/features/moved.tsx'],
])('a route whose page is not found is rejected: %s', (component, reason) => {
  expect(() => pagesOf([`const route = createRoute({ path: 'jobs', component: ${component} });`])).toThrow(reason);
});

test('routes that cannot be parsed are rejected', () => {
  expect(() => pagesOf(['const route ='])).toThrow('Unexpected token');
});

test('two routes whose pages have one name are rejected, also from two modules', () => {
  const route = (name: string, address: string, module: string) =>
    `const ${name} = createRoute({ path: '${address}', component: pageComponent(() => import('@/features/${module}'), 'A') });`;
  const job = route('job', 'jobs/$jobId', 'jobs/detail/job-page');
  const other = route('list', 'jobs/$state', 'jobs/jobs-page');
  const reason = 'The page jobs/* is both src/features/jobs/detail/job-page.tsx and src/features/jobs/jobs-page.tsx';
  expect(() => pagesOf([job + other])).toThrow(reason);
  expect(() => pagesOf([job, other])).toThrow(reason);
});

test('a page that no route has is not found', () => {
  expect(moduleOfPage('jobs')).toBe('src/app/jobs-and-batches-page.tsx');
  expect(() => moduleOfPage('job')).toThrow('No route has the page job');
});
