import { describe, expect, test } from 'vitest';
import { lazyNeeds } from './lazy-needs.mjs';

const needs = ['_app/shell-D_-9wFgx.js', '_app/menu-BloX3JIE.js', '_app/layer-CnjphQNW.js'];
const neededBy = (hostId: string, part = '_app/bulk-bar-5ktpftRd.js', hostType: 'html' | 'js' = 'js') =>
  lazyNeeds(part, needs, { hostId, hostType });

describe('the files that a lazy part needs', () => {
  test.each(['index', 'start', 'shell', 'jobs', 'jobs-page', 'submit', 'submit-page'])(
    'weigh nothing in %s, which a first screen loads',
    (name) => expect(neededBy(`_app/${name}-B_-CF9cD.js`)).toEqual([]),
  );

  test('are named there where the part is drawn right after the first paint, but for those that have come', () => {
    expect(neededBy('_app/jobs-page-B_-CF9cD.js', '_app/row-marks-Rt4x_gK9.js')).toEqual(needs.slice(1));
  });

  test.each(['job-page', 'command-layer', 'jobs-icons', 'submit-again'])('are named where %s asks', (name) =>
    expect(neededBy(`_app/${name}-B_-CF9cD.js`)).toBe(needs),
  );

  test('are named in the page', () => expect(neededBy('index.html', needs[1], 'html')).toBe(needs));
});
