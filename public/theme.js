// What the first paint goes by. The language is a tag or absent (follow the browser), see src/lib/language.ts. The theme is
// `dark`, `light` or absent (follow the system), see src/lib/theme.ts;
// the density of lists is `compact` or absent, see src/features/jobs/view/list-view.ts.
const base = new URL('.', document.currentScript.src).pathname;
// A gateway whose public URL has a path can also be opened at its own address, without that path.
if (!location.pathname.startsWith(base)) {
  const below = location.pathname + '/' === base ? '' : location.pathname.slice(1);
  location.replace(base + below + location.search + location.hash);
}
// A static host may return the page, with the first paint of its base path, for every other path, too.
if (location.pathname !== base) document.documentElement.dataset.deep = '';
try {
  var theme = localStorage.getItem('flowdeck.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  // The first paint is in English: in another language its text is hidden, see src/app/styles.css.
  var language = localStorage.getItem('flowdeck.language') || (navigator.languages || []).filter((tag) => /^(en|de|zh|ja)\b/i.test(tag))[0];
  if (language && !/^en\b/i.test(language)) document.documentElement.dataset.translated = '';
  if (localStorage.getItem('flowdeck.density') === 'compact') document.documentElement.dataset.density = 'compact';
  // A job list that the gateway does not know: a wall, other columns, or open batches, see src/features/jobs/list/first-rows.tsx.
  if (
    localStorage.getItem('flowdeck.list-layout') ||
    localStorage.getItem('flowdeck.list-columns') !== null ||
    sessionStorage.getItem('flowdeck.toggled-batches')
  )
    document.documentElement.dataset.ownList = '';
  // Cards or a list, see src/features/models/catalog/catalog-layout.ts.
  if (localStorage.getItem('flowdeck.catalog-layout') === 'list') document.documentElement.dataset.catalog = 'list';
  // A model whose page was open before may have input and a result on this device, and a link may have its input, see
  // src/features/models/playground/first-model.tsx.
  var recent = JSON.parse(localStorage.getItem('flowdeck.models.recent') || '{}').local || [];
  if (/^#input=/.test(location.hash) || recent.indexOf(location.pathname.slice(base.length).split('/').slice(2).join('/')) >= 0)
    document.documentElement.dataset.visited = '';
  // Whoever has drafts, templates or jobs gets the start page without its introduction, see src/features/submit/start/home-parts.ts.
  if (localStorage.getItem('flowdeck.returning') === '1' || localStorage.getItem('flowdeck.home.local'))
    document.documentElement.dataset.returning = '';
} catch {
  // Storage is switched off: follow the system, and be comfortable.
}
