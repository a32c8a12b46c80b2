// `npm run sbom`: writes the packages that users run to `dist/sbom.cdx.json` (CycloneDX), for each release.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { npmSbom, stableSbom } from './build/stable-sbom.mjs';
import { giveUp, requireNode } from './prepare.mjs';

requireNode();
const file = path.join(root, 'dist', 'sbom.cdx.json');
mkdirSync(path.dirname(file), { recursive: true });
try {
  writeFileSync(file, stableSbom(npmSbom()));
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
process.stdout.write(`${path.relative(root, file)}\n`);
