/**
 * Vite plugin for component test runs. Vitest excludes MSW from the dependencies that Vite bundles, so the page of each spec file
 * would load its 240 modules one by one, a third of all.
 * @returns {import('vite').Plugin}
 */
export function bundleMsw() {
  return {
    name: 'flowdeck:bundle-msw',
    // After Vitest, which adds the exclusion.
    enforce: 'post',
    config(config) {
      const { exclude = [] } = config.optimizeDeps ?? {};
      config.optimizeDeps = { ...config.optimizeDeps, exclude: exclude.filter((name) => !MSW.includes(name)) };
      return { optimizeDeps: { include: MSW } };
    },
  };
}

const MSW = ['msw', 'msw/browser'];
