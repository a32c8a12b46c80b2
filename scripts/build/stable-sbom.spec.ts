import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './build-parts.mjs';
import { stableSbom } from './stable-sbom.mjs';

it('writes what users run, alike each time and without a path of this machine', () => {
  const printed = execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, encoding: 'utf8' });
  const text = readFileSync(path.join(root, printed.trim()), 'utf8');
  expect(text).not.toContain(root);
  expect(text).not.toMatch(/node_modules|timestamp|serialNumber/);
  const sbom: {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; hashes?: unknown[] }[];
    dependencies: unknown[];
  } = JSON.parse(text);
  const again = {
    ...sbom,
    serialNumber: 'urn:uuid:another',
    metadata: { timestamp: '2030-01-01', component: { ...sbom.metadata.component, name: 'another-folder' } },
    components: sbom.components.toReversed(),
    dependencies: sbom.dependencies.toReversed(),
  };
  expect(stableSbom(JSON.stringify(again))).toBe(text);
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(sbom.metadata.component.name).toBe('flowdeck');
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['hono', 'undici', 'react', 'zod', 'sharp']));
  expect(names).not.toContain('vitest');
  expect(sbom.components.every(({ hashes }) => hashes !== undefined)).toBe(true);
});

it('leaves out other versions of its packages, which only tools need', () => {
  const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version });
  const printed = {
    metadata: { component: component('flowdeck', '1.0.0') },
    components: [component('zod', '4.0.0'), component('vitest', '4.0.0'), component('zod', '3.0.0')],
    dependencies: [
      { ref: 'flowdeck@1.0.0', dependsOn: ['zod@4.0.0', 'vitest@4.0.0'] },
      { ref: 'vitest@4.0.0', dependsOn: ['zod@3.0.0'] },
      { ref: 'zod@4.0.0', dependsOn: [] },
    ],
  };
  const { components }: { components: unknown[] } = JSON.parse(stableSbom(JSON.stringify(printed)));
  expect(components).toEqual([component('zod', '4.0.0')]);
});
