// `npm run conformance:report`: writes contract/conformance/*-rules-tests.md from the reports of the last `npm test`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { documentOf, readCoverage } from './suites/rule-coverage.mjs';

for (const { set, rules, problems } of readCoverage()) {
  writeFileSync(path.join(root, set.documentFile), documentOf(rules, set));
  for (const problem of problems) console.error(problem);
  const open = rules.filter(({ openReason }) => openReason !== null).length;
  console.log(`${set.documentFile}: ${rules.length} rules, ${rules.length - open} proven, ${open} open`);
  if (problems.length > 0) process.exitCode = 1;
}
