// The last check of a whole run: each rule of the Job API has a test that passed, or a reason why not yet.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { differencesOf, DOCUMENT_FILE, readCoverage } from './rule-coverage.mjs';

/** @type {import('./checks.mjs').Check} it reads the reports of all suites, so it comes after them */
export const RULES_CHECK = {
  name: 'rules',
  run: async () => {
    const { rules, problems } = readCoverage();
    const open = rules.filter(({ openReason }) => openReason !== null).length;
    // The page is made from a run, so it cannot be an input of it: a title that changed is no broken rule.
    const drift = differencesOf(rules, readFileSync(path.join(root, DOCUMENT_FILE), 'utf8')).length;
    const stale = drift > 0 ? `; ${DOCUMENT_FILE} is behind: npm run conformance:report` : '';
    return {
      problems,
      note: `${rules.length - open} of ${rules.length} rules of the Job API proven, ${open} open${stale}`,
    };
  },
};
