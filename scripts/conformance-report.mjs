// `npm run conformance:report`: writes docs/conformance-jobs.md from the reports that the last `npm test` left.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { DOCUMENT_FILE, documentOf, readCoverage } from './rule-coverage.mjs';

const { rules, problems } = readCoverage();
writeFileSync(path.join(root, DOCUMENT_FILE), documentOf(rules));
for (const problem of problems) console.error(problem);
const open = rules.filter(({ openReason }) => openReason !== null).length;
console.log(`${DOCUMENT_FILE}: ${rules.length} rules, ${rules.length - open} proven, ${open} open`);
process.exitCode = problems.length === 0 ? 0 : 1;
