import { expect, test } from 'vitest';
import { withoutMarkup } from './trusted-html';

test('styles are allowed, and any markup is rejected', () => {
  expect(withoutMarkup('[data-viewport]::-webkit-scrollbar{display:none}')).toContain('display:none');
  for (const markup of ['<b>', '<', '</style><script>alert(1)</script>', 'a<!--'])
    expect(withoutMarkup(markup)).toBeNull();
});
