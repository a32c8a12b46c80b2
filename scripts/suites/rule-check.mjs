// Last check of a full run: each rule of each API has a passing test, or a documented reason.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';
import { differencesOf, readCoverage } from './rule-coverage.mjs';

/** @type {import('../checks/checks.mjs').Check} reads the reports of all suites, so it runs last */
export const RULES_CHECK = {
  name: 'rules',
  run: async () => {
    const covered = readCoverage();
    const notes = covered.map(({ set, rules }) => {
      const open = rules.filter(({ openReason }) => openReason !== null).length;
      // The report is generated from a run, so a changed title must not fail this check.
      const drift = differencesOf(rules, readFileSync(path.join(root, set.documentFile), 'utf8'), set).length;
      const stale = drift > 0 ? ` (${set.documentFile} is behind: npm run conformance:report)` : '';
      return `${rules.length - open} of ${rules.length} rules of the ${set.api} proven, ${open} open${stale}`;
    });
    return { problems: covered.flatMap(({ problems }) => problems), note: notes.join('; ') };
  },
};
