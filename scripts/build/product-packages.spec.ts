import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { productPackages } from './product-packages.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flowdeck-packages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

it('names what npm installs with the product, and what code or styles of the product bundle', () => {
  const names = ['@a/b', 'deep', 'lazy', 'bare', 'styles', 'font', 'types', 'specs', 'doubles', 'bundler'];
  const devDependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  put('package.json', JSON.stringify({ dependencies: { native: '1.0.0' }, devDependencies }));
  put(
    'contract/one.ts',
    "import { b } from '@a/b/file';\nimport type { T } from 'types';\nimport { own } from './own';\n",
  );
  put('server/two.ts', "import {\n  deep,\n} from 'deep';\nimport 'bare';\nconst lazy = () => import('lazy');\n");
  put('src/styles.css', "@import 'styles';\n@font-face {\n  src: url('font/files/one.woff2');\n}\n");
  put('src/one.spec.ts', "import { test } from 'specs';\n");
  put('server/testing/double.ts', "import { double } from 'doubles';\n");
  put('server/vite.config.ts', "import { build } from 'bundler';\n");
  expect(productPackages(root)).toEqual(['@a/b', 'bare', 'deep', 'font', 'lazy', 'native', 'styles']);
});
