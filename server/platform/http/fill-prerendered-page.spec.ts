import { describe, expect, test } from 'vitest';
import { fillPrerenderedPage, imageLinks, readImage, type FirstEntry } from './fill-prerendered-page';

const OTHERS = '__ITEM any__<li><b>__NAME__</b> __TEXT__</li>';
const PICTURE = readImage(
  '<h1>__NAME__</h1>' +
    `<ul>__LIST whole 2__<!-- -->__ITEM known__<li>drawn</li>${OTHERS}__END__</ul>` +
    `<ol>__LIST first 3__<!-- -->${OTHERS}__END__</ol>` +
    '__LIST empty 0__<!-- -->__ITEM none__<p>Loading</p>__END__',
);

function entryOf(name: string, text = '', looks = [name]): FirstEntry {
  const words: Record<string, string> = { NAME: name, TEXT: text };
  return { looks, wordOf: (word) => words[word] };
}

const fill = (entries: readonly FirstEntry[], picture = PICTURE) =>
  fillPrerenderedPage(picture, { entries, wordOf: (word) => (word === 'NAME' ? 'all' : undefined) });

describe('a prerendered page', () => {
  test('lists each entry, with an individual item if there is one', () => {
    expect(fill([entryOf('known'), entryOf('new', 'Paints')])).toBe(
      '<h1>all</h1><ul><li>drawn</li><li><b>new</b> Paints</li></ul>' +
        '<ol><li><b>known</b> </li><li><b>new</b> Paints</li></ol>',
    );
  });

  test('shows an entry as the first of its looks that the list has', () => {
    const picture = readImage('__LIST first 9____ITEM round__<i>o</i>__ITEM square__<i>#</i>__END__');
    const looks = [['round'], ['oval', 'square', 'round'], ['flat']];
    expect(
      fill(
        looks.map((each) => entryOf('', '', each)),
        picture,
      ),
    ).toBe('<i>o</i><i>#</i>');
  });

  test('a list of all entries is empty if there are too many or none is known', () => {
    const many = fill(['known', '1', '2', '3'].map((name) => entryOf(name)));
    expect(many).toContain('<ul></ul>');
    expect(many.match(/<li>/g)).toHaveLength(3);
    expect(fill([entryOf('1')])).toContain('<ul></ul>');
  });

  test('a list of many entries has the first ones, and is empty if there are few', () => {
    const long = readImage(`<ul>__LIST long 2____ITEM known__<li>drawn</li>${OTHERS}__END__</ul>`);
    const filled = (count: number) => {
      const names = ['known', ...Array.from({ length: count - 1 }, (_, index) => String(index))];
      return (
        fill(
          names.map((name) => entryOf(name)),
          long,
        ).match(/<li>/g)?.length ?? 0
      );
    };
    expect([2, 3, 500].map(filled)).toEqual([0, 3, 30]);
  });

  test('without entries it says that they are loading', () => {
    expect(fill([])).toBe('<h1>all</h1><ul></ul><ol></ol><p>Loading</p>');
  });

  test('the text of an entry is escaped, and its placeholders are not replaced', () => {
    const page = fill([entryOf('<img src=x>', '"__NAME__\'$&')]);
    expect(page).toContain('<b>&lt;img src=x&gt;</b> &quot;__NAME__&#39;$&amp;</li>');
  });

  test('placeholders of others stay', () => {
    const picture = readImage('<meta content="__MODULES__" nonce="__CSP_NONCE__">__NAME__');
    expect(fill([entryOf('a')], picture)).toBe('<meta content="__MODULES__" nonce="__CSP_NONCE__">all');
  });
});

test('the main images of a page are preloaded on wide screens', () => {
  const images = '<img loading="lazy" src="/a.webp" fetchPriority="high" class="x"><img src="/b.webp">';
  expect(imageLinks(images)).toEqual([
    '</a.webp>; rel=preload; as=image; fetchpriority=high; media="(min-width: 640px)"',
  ]);
});
