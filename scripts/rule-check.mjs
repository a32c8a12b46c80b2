// The last check of a whole run: each rule of each API has a test that passed, or a reason why not yet.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { differencesOf, readCoverage } from './rule-coverage.mjs';

/** @type {import('./checks.mjs').Check} it reads the reports of all suites, so it comes after them */
export const RULES_CHECK = {
  name: 'rules',
  run: async () => {
    const covered = readCoverage();
    const notes = covered.map(({ set, rules }) => {
      const open = rules.filter(({ openReason }) => openReason !== null).length;
      // The page is made from a run, so it cannot be an input of it: a title that changed is no broken rule.
      const drift = differencesOf(rules, readFileSync(path.join(root, set.documentFile), 'utf8'), set).length;
      const stale = drift > 0 ? ` (${set.documentFile} is behind: npm run conformance:report)` : '';
      return `${rules.length - open} of ${rules.length} rules of the ${set.api} proven, ${open} open${stale}`;
    });
    return { problems: covered.flatMap(({ problems }) => problems), note: notes.join('; ') };
  },
};
