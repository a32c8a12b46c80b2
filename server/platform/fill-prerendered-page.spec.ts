import { describe, expect, test } from 'vitest';
import type { CatalogBuild } from '../router/catalog';
import type { RouterModel } from '../router/model-source';
import { fillPrerenderedPage, imageLinks, readPicture } from './fill-prerendered-page';

const OTHERS = '__ITEM __PROVIDER__/__MODEL____<li>__PROVIDER__ <b>__MODEL__</b> __SUMMARY__</li>';
const PICTURE = readPicture(
  '<h1>__PROVIDER__/__MODEL__</h1>' +
    `<ul>__LIST whole 2__<!-- -->__ITEM a/known__<li>drawn</li>${OTHERS}__END__</ul>` +
    `<ol>__LIST first 3__<!-- -->${OTHERS}__END__</ol>` +
    '__LIST empty 0__<!-- -->__ITEM none__<p>Loading</p>__END__',
);

function catalogOf(summaries: Record<string, string>): CatalogBuild {
  const models = Object.entries(summaries).map(([id, summary]) => {
    const about = () => ({ title: null, summary, inputModalities: ['text'], outputModalities: ['image', 'text'] });
    // Only what is said of a model is looked at.
    return [id, { about } as unknown as RouterModel] as const;
  });
  return { name: 'one', models: new Map(models), ids: Object.keys(summaries) };
}

function fill(summaries: Record<string, string>, model = ''): string {
  const catalog = catalogOf(summaries);
  return fillPrerenderedPage(PICTURE, { catalog, ids: catalog.ids, model });
}

describe('the first picture of a page of models', () => {
  test('lists each model, by an item of its own where it has one', () => {
    expect(fill({ 'a/known': '', 'b/new': 'Paints' })).toBe(
      '<h1>/</h1><ul><li>drawn</li><li>b <b>new</b> Paints</li></ul>' +
        '<ol><li>a <b>known</b> </li><li>b <b>new</b> Paints</li></ol>',
    );
  });

  test('a list of all models is empty where there are too many of them, or none that it knows', () => {
    const many = fill({ 'a/known': '', 'b/1': '', 'b/2': '', 'b/3': '' });
    expect(many).toContain('<ul></ul>');
    expect(many.match(/<li>/g)).toHaveLength(3);
    expect(fill({ 'b/1': '' })).toContain('<ul></ul>');
  });

  test('without models it says that they come', () => {
    expect(fill({}, 'a/x')).toBe('<h1>a/x</h1><ul></ul><ol></ol><p>Loading</p>');
  });

  test('what a model says of itself is text, and none of its words is filled in again', () => {
    const page = fill({ 'b/new': '<script>"__MODEL__$&</script>' });
    expect(page).toContain('<b>new</b> &lt;script&gt;&quot;__MODEL__$&amp;&lt;/script&gt;</li>');
  });

  test('says what a model takes and returns', () => {
    const picture = readPicture('__LIST first 1____ITEM a/x__<p>__TAKES__: __RETURNS__</p>__END__');
    const catalog = catalogOf({ 'a/x': '' });
    expect(fillPrerenderedPage(picture, { catalog, ids: ['a/x'], model: 'a/x' })).toBe('<p>text: image, text</p>');
  });
});

test('of the images of a page, the main ones are asked for first, on a wide screen', () => {
  const images = '<img loading="lazy" src="/a.webp" fetchPriority="high" class="x"><img src="/b.webp">';
  expect(imageLinks(images)).toEqual([
    '</a.webp>; rel=preload; as=image; fetchpriority=high; media="(min-width: 1024px)"',
  ]);
});
