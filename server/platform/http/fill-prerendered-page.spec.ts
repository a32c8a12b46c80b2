import { describe, expect, test } from 'vitest';
import type { CatalogBuild } from '../../router/catalog/catalog';
import type { RouterModel } from '../../router/model-source';
import { fillPrerenderedPage, imageLinks, readImage } from './fill-prerendered-page';

const OTHERS = '__ITEM __PROVIDER__/__MODEL____<li>__PROVIDER__ <b>__MODEL__</b> __SUMMARY__</li>';
const PICTURE = readImage(
  '<h1>__PROVIDER__/__MODEL__</h1>' +
    `<ul>__LIST whole 2__<!-- -->__ITEM a/known__<li>drawn</li>${OTHERS}__END__</ul>` +
    `<ol>__LIST first 3__<!-- -->${OTHERS}__END__</ol>` +
    '__LIST empty 0__<!-- -->__ITEM none__<p>Loading</p>__END__',
);

function catalogOf(summaries: Record<string, string>): CatalogBuild {
  const models = Object.entries(summaries).map(([id, summary]) => {
    const about = () => ({ title: null, summary, inputModalities: ['text'], outputModalities: ['image', 'text'] });
    // Only the `about` text of a model is used.
    return [id, { about } as unknown as RouterModel] as const;
  });
  return { name: 'one', models: new Map(models), ids: Object.keys(summaries) };
}

function fill(summaries: Record<string, string>, model = ''): string {
  const catalog = catalogOf(summaries);
  return fillPrerenderedPage(PICTURE, { catalog, ids: catalog.ids, model });
}

describe('the prerendered page with a list of models', () => {
  test('lists each model, with an individual item if there is one', () => {
    expect(fill({ 'a/known': '', 'b/new': 'Paints' })).toBe(
      '<h1>/</h1><ul><li>drawn</li><li>b <b>new</b> Paints</li></ul>' +
        '<ol><li>a <b>known</b> </li><li>b <b>new</b> Paints</li></ol>',
    );
  });

  test('a list of all models is empty if there are too many or none is known', () => {
    const many = fill({ 'a/known': '', 'b/1': '', 'b/2': '', 'b/3': '' });
    expect(many).toContain('<ul></ul>');
    expect(many.match(/<li>/g)).toHaveLength(3);
    expect(fill({ 'b/1': '' })).toContain('<ul></ul>');
  });

  test('a list of a long catalog has its first models, and is empty if the catalog is short', () => {
    const long = readImage(`<ul>__LIST long 2____ITEM a/known__<li>drawn</li>${OTHERS}__END__</ul>`);
    const filled = (count: number) => {
      const ids = ['a/known', ...Array.from({ length: count - 1 }, (_, index) => `b/${index}`)];
      const page = fillPrerenderedPage(long, { catalog: catalogOf({ 'a/known': '' }), ids, model: '' });
      return page.match(/<li>/g)?.length ?? 0;
    };
    expect([2, 3, 500].map(filled)).toEqual([0, 3, 30]);
  });

  test('without models it says that they are loading', () => {
    expect(fill({}, 'a/x')).toBe('<h1>a/x</h1><ul></ul><ol></ol><p>Loading</p>');
  });

  test('the text of a model is escaped, and its placeholders are not replaced', () => {
    const page = fill({ 'b/new': '<script>"__MODEL__$&</script>' });
    expect(page).toContain('<b>new</b> &lt;script&gt;&quot;__MODEL__$&amp;&lt;/script&gt;</li>');
  });

  test('shows what a model accepts and returns', () => {
    const image = readImage('__LIST first 1____ITEM a/x__<p>__TAKES__: __RETURNS__</p>__END__');
    const catalog = catalogOf({ 'a/x': '' });
    expect(fillPrerenderedPage(image, { catalog, ids: ['a/x'], model: 'a/x' })).toBe('<p>text: image, text</p>');
  });
});

test('the main images of a page are preloaded on wide screens', () => {
  const images = '<img loading="lazy" src="/a.webp" fetchPriority="high" class="x"><img src="/b.webp">';
  expect(imageLinks(images)).toEqual([
    '</a.webp>; rel=preload; as=image; fetchpriority=high; media="(min-width: 640px)"',
  ]);
});
