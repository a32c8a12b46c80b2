// Maps rules to the tests that cover them: ids in titles (`J-4.30, R-4.31: ...`) against the rule lists.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';
import { SUITES } from './suites.mjs';

/** @type {readonly RuleSet[]} */
export const RULE_SETS = [
  {
    api: 'Job API',
    letter: 'J',
    rulesFile: 'contract/conformance/job-rules.tsv',
    openFile: 'contract/conformance/job-rules-open.tsv',
    documentFile: 'contract/conformance/job-rules-tests.md',
  },
  {
    api: 'Model Router',
    letter: 'R',
    rulesFile: 'contract/conformance/router-rules.tsv',
    openFile: 'contract/conformance/router-rules-open.tsv',
    documentFile: 'contract/conformance/router-rules-tests.md',
  },
];

/**
 * @typedef {{ api: string, letter: string, rulesFile: string, openFile: string, documentFile: string }} RuleSet ids of its
 *   rules begin with the letter
 * @typedef {{ id: string, section: string, binds: string, rule: string }} Rule
 * @typedef {'passed' | 'failed' | 'skipped'} Outcome
 * @typedef {{ file: string, title: string, ids: string[], outcome: Outcome }} TestResult the title is without ids
 * @typedef {Rule & { tests: TestResult[], openReason: string | null }} CoveredRule
 */

const ID = /\b[JR]-\d+\.\d+\b/g;
const TITLES_SHOWN_PER_FILE = 3;
const TITLE_LENGTH_SHOWN = 110;

/** Parses tab-separated values; the first line has the column names. @param {string} text @param {string} file */
function readTable(text, file) {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    if (cells.length !== names.length || cells.some((cell) => cell.trim() === '')) {
      throw new Error(`${file}: a line needs ${names.join(', ')}, each with words: ${line}`);
    }
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

/** @param {string} text @param {string} file @returns {Rule[]} */
export function readRules(text, file) {
  const rules = readTable(text, file).map(({ id = '', section = '', binds = '', rule = '' }) => ({
    id,
    section,
    binds,
    rule,
  }));
  const ids = new Set(rules.map(({ id }) => id));
  if (ids.size !== rules.length) throw new Error(`${file} has an id twice`);
  return rules;
}

/** Returns the rules without a test, with reasons. @param {string} text @param {string} file @returns {Map<string, string>} */
export function readOpen(text, file) {
  return new Map(readTable(text, file).map(({ id = '', reason = '' }) => [id, reason]));
}

/** @param {readonly string[]} titles from the outermost group to the test @param {string} file @param {Outcome} outcome */
function testResult(titles, file, outcome) {
  const ids = [...new Set(titles.join(' ').match(ID) ?? [])];
  return { file, title: withoutIds(titles.at(-1) ?? ''), ids, outcome };
}

/** @param {string} title */
function withoutIds(title) {
  return title
    .replace(/\s*\((?:\s*[JR]-\d+\.\d+\s*,?)+\)/g, '')
    .replace(/\b[JR]-\d+\.\d+[,:]?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * @param {string} text report of Vitest's JSON reporter, which has file names but no root
 * @param {string} from path of the checkout in which it was written
 * @returns {TestResult[]}
 */
export function testsOfVitest(text, from) {
  /** @type {{ testResults: { name: string, assertionResults: { title: string, ancestorTitles: string[], status: string }[] }[] }} */
  const report = JSON.parse(text);
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, ancestorTitles, status }) =>
      testResult(
        [...ancestorTitles, title],
        fileName(name, from),
        status === 'passed' || status === 'failed' ? status : 'skipped',
      ),
    ),
  );
}

/** Returns the path of the checkout in which the e2e tests ran. @param {string} text of the JSON reporter of Playwright */
export function rootOfPlaywright(text) {
  /** @type {{ config: { configFile: string } }} */
  const report = JSON.parse(text);
  return path.dirname(report.config.configFile);
}

/**
 * Parses e2e results. A flaky test counts as failed, as in the counts.
 * @param {string} text of the JSON reporter of Playwright
 * @param {string} from as for Vitest
 * @returns {TestResult[]}
 */
export function testsOfPlaywright(text, from) {
  /** @typedef {{ title: string, file: string, specs: { title: string, tests: { status: string }[] }[], suites?: Group[] }} Group */
  /** @type {{ config: { rootDir: string }, suites: Group[] }} */
  const report = JSON.parse(text);
  /** @type {Record<string, Outcome>} */
  const outcomes = { expected: 'passed', skipped: 'skipped' };
  /** @param {Group} group @param {string[]} above @returns {TestResult[]} */
  const testsOf = ({ file, specs, suites = [] }, above) => [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status }) =>
        testResult(
          [...above, spec.title],
          fileName(path.join(report.config.rootDir, file), from),
          outcomes[status] ?? 'failed',
        ),
      ),
    ),
    ...suites.flatMap((suite) => testsOf(suite, [...above, suite.title])),
  ];
  // The outermost group is the file, titled with its name.
  return report.suites.flatMap((suite) => testsOf(suite, []));
}

/** Returns the file name relative to the checkout. @param {string} file @param {string} from */
function fileName(file, from) {
  return path.relative(from, file).split(path.sep).join('/');
}

/**
 * @param {readonly Rule[]} rules
 * @param {ReadonlyMap<string, string>} open
 * @param {readonly TestResult[]} tests
 * @param {RuleSet} set
 * @returns {{ rules: CoveredRule[], problems: string[] }}
 */
export function cover(rules, open, tests, { letter, openFile }) {
  const known = new Set(rules.map(({ id }) => id));
  const problems = [];
  for (const { ids, file, title } of tests) {
    for (const id of ids)
      if (id.startsWith(letter) && !known.has(id))
        problems.push(`${id} is no rule, but a title of ${file} has it: ${title}`);
  }
  for (const id of open.keys()) if (!known.has(id)) problems.push(`${id} is no rule, but ${openFile} has it`);
  const covered = rules.map((rule) => ({
    ...rule,
    tests: tests.filter(({ ids, outcome }) => outcome !== 'skipped' && ids.includes(rule.id)),
    openReason: open.get(rule.id) ?? null,
  }));
  for (const { id, rule, tests: own, openReason } of covered) {
    const isPassed = own.some(({ outcome }) => outcome === 'passed');
    if (openReason === null && !isPassed) problems.push(`${id} has no test that passed: ${rule}`);
    if (openReason !== null && isPassed) problems.push(`${id} is proven: take it out of ${openFile}`);
  }
  return { rules: covered, problems };
}

/**
 * Renders the report; only the results differ between runs.
 * @param {readonly CoveredRule[]} rules
 * @param {RuleSet} set
 * @param {{ asPassed?: boolean }} [how] asPassed: as if every test had passed
 */
export function documentOf(rules, { api, rulesFile, openFile }, { asPassed = false } = {}) {
  /** @param {CoveredRule} rule */
  const resultOf = ({ tests, openReason }) => {
    if (openReason !== null) return `open: ${openReason}`;
    return asPassed || tests.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'failed';
  };
  const open = rules.filter(({ openReason }) => openReason !== null).length;
  return [
    `# Rules of the ${api}, and the tests that hold them`,
    '',
    `Written by \`npm run conformance:report\` from the reports of \`npm test\`, which fails when a rule`,
    `that is not open has no test that passed. The rules are listed in \`${rulesFile}\`, those without a test in \`${openFile}\`,`,
    'each with its reason. A test carries a rule when its title, or that of a group around it, has the id.',
    '',
    `${rules.length} rules: ${rules.length - open} proven, ${open} open.`,
    '',
    '| Id | Section | Binds | Rule in short | Tests | Result |',
    '|---|---|---|---|---|---|',
    ...rules.map((rule) => row([rule.id, rule.section, rule.binds, rule.rule, testsCell(rule.tests), resultOf(rule)])),
    '',
  ].join('\n');
}

/** @param {readonly string[]} cells */
function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** @param {readonly TestResult[]} tests */
function testsCell(tests) {
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  return files.map((file) => `\`${file}\`: ${titlesOf(tests.filter((test) => test.file === file))}`).join('<br>');
}

/** @param {readonly TestResult[]} tests of one file */
function titlesOf(tests) {
  const titles = [...new Set(tests.map(({ title }) => title))].sort();
  const shown = titles.slice(0, TITLES_SHOWN_PER_FILE).map(shortened);
  const left = titles.length - shown.length;
  return shown.join('; ') + (left > 0 ? `; and ${left} more` : '');
}

/** Escapes characters of a title that have a meaning in tables or pages. @param {string} title */
function shortened(title) {
  const short = title.length > TITLE_LENGTH_SHOWN ? `${title.slice(0, TITLE_LENGTH_SHOWN)}…` : title;
  return short.replace(/[\\`*_<>[\]|]/g, (sign) => (sign === '|' ? '&#124;' : `\\${sign}`));
}

/** Reads the coverage of each API from the last full run. @throws if a suite has no report */
export function readCoverage() {
  const reports = SUITES.map(({ name, report }) => ({ name, text: readFileSync(path.join(root, report), 'utf8') }));
  const stories = reports.find(({ name }) => name === 'e2e');
  // All reports are of the same run, possibly in another checkout.
  const from = stories ? rootOfPlaywright(stories.text) : root;
  const tests = reports.flatMap(({ name, text }) =>
    name === 'e2e' ? testsOfPlaywright(text, from) : testsOfVitest(text, from),
  );
  return RULE_SETS.map((set) => {
    const rules = readRules(readFileSync(path.join(root, set.rulesFile), 'utf8'), set.rulesFile);
    const open = readOpen(readFileSync(path.join(root, set.openFile), 'utf8'), set.openFile);
    return { set, ...cover(rules, open, tests, set) };
  });
}

/** @param {readonly CoveredRule[]} rules @param {string} committed @param {RuleSet} set @returns {string[]} */
export function differencesOf(rules, committed, set) {
  const expected = documentOf(rules, set, { asPassed: true });
  if (expected === committed) return [];
  const lines = new Set(committed.split('\n'));
  const missing = expected.split('\n').filter((line) => !lines.has(line));
  const named = missing.map((line) => /^\| ([JR]-\S+)/.exec(line)?.[1] ?? line).slice(0, 12);
  return [`${set.documentFile} is not what the run gives (${named.join(', ')}): npm run conformance:report`];
}
