// What must be right before a version is packed.

/** @typedef {{ version: string, changelog: string, status: string }} Release `status`: as `git status --porcelain` prints it */

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\w.-]+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * @param {Release} release
 * @returns {string[]} one sentence each
 */
export function problemsOfRelease({ version, changelog, status }) {
  const problems = [];
  if (!VERSION.test(version)) problems.push(`The version ${version} of package.json is not a semantic version`);
  const sections = sectionsOf(changelog);
  const own = sections.find(({ name }) => name === version);
  if (!own)
    problems.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": give the unreleased changes this name`);
  else {
    if (!DATE.test(own.date)) problems.push(`The section [${version}] of CHANGELOG.md has no date such as 2026-01-31`);
    if (own.lines === 0) problems.push(`The section [${version}] of CHANGELOG.md is empty`);
    const newest = sections.find(({ name }) => name !== 'Unreleased');
    if (newest !== own)
      problems.push(`The newest section of CHANGELOG.md is [${newest?.name}], and package.json is ${version}`);
  }
  if (sections.some(({ name, lines }) => name === 'Unreleased' && lines > 0)) {
    problems.push('CHANGELOG.md has unreleased changes beside this version: move them to its section');
  }
  if (status.trim() !== '') problems.push('The working tree has changes that are not committed');
  return problems;
}

/** @param {string} changelog in the form of keepachangelog.com */
function sectionsOf(changelog) {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, name = heading, date = ''] = /^\[([^\]]+)\](?: - (.*))?$/.exec(heading) ?? [];
    return { name, date, lines: lines.filter((line) => /\S/.test(line) && !line.startsWith('#')).length };
  });
}
