// Bytes that a first visit loads until the first screen is shown.
import { CSS_LIMIT_BYTES, firstScreenSizes, JS_LIMIT_BYTES } from '../../scripts/build/first-screen-size.mjs';

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  for (const { screen, js, css } of firstScreenSizes()) {
    report({ name: `first screen JS, ${screen}`, value: js / 1000, unit: 'kB gz', bar: JS_LIMIT_BYTES / 1000 });
    report({ name: `first screen CSS, ${screen}`, value: css / 1000, unit: 'kB gz', bar: CSS_LIMIT_BYTES / 1000 });
  }
}
