import { describe, expect, test } from 'vitest';
import { imageOf } from './prerender.mjs';

describe('the prerendered markup of a page', () => {
  test('is inert, hidden from screen readers, and has no layout box', () => {
    expect(imageOf('jobs', '<h1 class="a">Jobs</h1>')).toBe(
      '<div class="contents" aria-hidden="true" inert><h1 class="a">Jobs</h1></div>',
    );
  });

  test.each([
    ['<h1>Jobs</h1><p style="width:3px">', 'style='],
    ['<h1>Jobs</h1><a onclick="go()">', 'onclick='],
    ['<h1>Jobs</h1><script>go()</script>', '<script'],
    ['<h1>Jobs</h1><style>p{}</style>', '<style'],
  ])('%s is refused: the policy of the page forbids it', (markup, text) => {
    expect(() => imageOf('jobs', markup)).toThrow(text);
  });

  test('lacks the styles of tabs, which are for the focus and animations', () => {
    expect(imageOf('models', '<h1>Models</h1><div role="tabpanel" style="animation-duration:0s">Form</div>')).toContain(
      '<div role="tabpanel">Form</div>',
    );
  });

  test('preloads images by the header of the page, and lazy-loads those of a list', () => {
    const image = '<link rel="preload" as="image" href="/a.webp"/><img src="/a.webp"/>';
    expect(imageOf('submit', `<h1>Submit</h1>${image}`)).toContain('<h1>Submit</h1><img src="/a.webp"/>');
    expect(imageOf('models', `<h1>Models</h1>__LIST first 1__${image}__END__`)).toContain(
      '__LIST first 1__<img loading="lazy" src="/a.webp"/>__END__',
    );
    const lazy = '__LIST first 1__<img src="/a.webp" loading="lazy"/>__END__';
    expect(imageOf('jobs', `<h1>Jobs</h1>${lazy}`)).toContain(lazy);
  });

  test('a page that did not render is rejected', () => {
    expect(() => imageOf('jobs', '<main></main>')).toThrow('shows no page');
  });
});
