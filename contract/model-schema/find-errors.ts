import type { PlainValue } from '../json/to-plain-value';
import { faultMessage } from './error-message';
import type { NormalSchema } from './normalize-schema';
import type { ReportedUnit, SchemaFault } from './schema-error';

/** A body can be wrong in more places than anyone would read. */
const MAX_UNITS = 5000;
const MAX_FAULTS = 200;

/** Entries that only say that something below them is wrong. */
const WRAPPERS = new Set([
  'allOf',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'prefixItems',
  'additionalItems',
  'propertyNames',
  'dependentSchemas',
  'if',
]);

/** What the validator reports, a dozen lines for one mistake, as what a person has to mend. */
export function findFaults(units: readonly ReportedUnit[], schema: NormalSchema, value: PlainValue): SchemaFault[] {
  const told = withoutOtherBranches(units.slice(0, MAX_UNITS)).filter(
    (unit) => !WRAPPERS.has(unit.keyword) && !isInsideNot(unit),
  );
  const found = new Map<string, SchemaFault>();
  // Where the type is wrong already, nothing else about the value is worth saying.
  const ofWrongType = new Set(told.filter(({ keyword }) => keyword === 'type').map((unit) => unit.instanceLocation));
  for (const unit of told) {
    if (found.size >= MAX_FAULTS) break;
    if (unit.keyword !== 'type' && ofWrongType.has(unit.instanceLocation)) continue;
    for (const fault of faultsOf(unit, schema, value)) found.set(JSON.stringify([fault.path, fault.message]), fault);
  }
  return [...found.values()];
}

/** What is wrong inside a `contains` or `not` is not what the person has to mend. */
const isInsideNot = (unit: ReportedUnit) => /\/(?:not|contains)\//.test(unit.keywordLocation);

/** Of a choice that nothing met, only the shape that came nearest is worth talking of. */
function withoutOtherBranches(units: readonly ReportedUnit[]): ReportedUnit[] {
  let kept = [...units];
  const unions = units
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    // The innermost first, so that what they leave says how near the outer ones came.
    .sort((left, right) => right.keywordLocation.length - left.keywordLocation.length);
  for (const union of unions) {
    if (!kept.includes(union)) continue;
    const branches = branchesOf(union, kept);
    const best = isMatchOfSeveral(union) || isAboutMembers(union, branches) ? null : nearest(union, branches);
    const inside = `${union.keywordLocation}/`;
    kept = kept.filter((unit) => {
      if (unit === union) return best === null;
      return !isPartOf(unit, union, inside) || (best !== null && isPartOf(unit, union, `${inside}${best}/`));
    });
  }
  return kept;
}

function isPartOf(unit: ReportedUnit, union: ReportedUnit, prefix: string): boolean {
  const isBelow =
    unit.instanceLocation === union.instanceLocation || unit.instanceLocation.startsWith(`${union.instanceLocation}/`);
  return isBelow && unit.keywordLocation.startsWith(prefix);
}

function branchesOf(union: ReportedUnit, units: readonly ReportedUnit[]): Map<number, ReportedUnit[]> {
  const prefix = `${union.keywordLocation}/`;
  const branches = new Map<number, ReportedUnit[]>();
  for (const unit of units) {
    if (unit === union || !isPartOf(unit, union, prefix)) continue;
    const index = Number.parseInt(unit.keywordLocation.slice(prefix.length), 10);
    branches.set(index, [...(branches.get(index) ?? []), unit]);
  }
  return branches;
}

/** Then the branches that did match have nothing to say, and the others are beside the point. */
const isMatchOfSeveral = ({ keyword, error }: ReportedUnit) => keyword === 'oneOf' && !error.includes('(0 matches)');

/** "One of these has to be sent" is one sentence about the object, not one about each member. */
function isAboutMembers(union: ReportedUnit, branches: ReadonlyMap<number, readonly ReportedUnit[]>): boolean {
  const all = [...branches.values()].flat();
  return (
    all.length > 0 &&
    all.every((unit) => unit.keyword === 'required' && unit.instanceLocation === union.instanceLocation)
  );
}

function nearest(union: ReportedUnit, branches: ReadonlyMap<number, readonly ReportedUnit[]>): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const [index, units] of branches) {
    const distance = units.reduce((sum, unit) => sum + distanceOf(unit, union), 0);
    if (distance < least) [best, least] = [index, distance];
  }
  // Then no branch is worth talking of, only the types that would do.
  return least < OF_ANOTHER_TYPE ? best : null;
}

/** From here on a branch is of another type than the value. */
const OF_ANOTHER_TYPE = 1000;

/** Another type is another shape; so is another value of the member that names the shape. */
function distanceOf({ keyword, instanceLocation }: ReportedUnit, union: ReportedUnit): number {
  if (WRAPPERS.has(keyword)) return 0;
  const below = instanceLocation.slice(union.instanceLocation.length).split('/').length - 1;
  if (keyword === 'type') return [OF_ANOTHER_TYPE, 50][below] ?? 10;
  if (keyword === 'enum' || keyword === 'const') return [100, 500][below] ?? 5;
  return keyword === 'required' ? 5 : 1;
}

function faultsOf(unit: ReportedUnit, schema: NormalSchema, value: PlainValue): SchemaFault[] {
  const { path, found } = locate(unit.instanceLocation, value);
  const owner = ownerOf(unit.keywordLocation, schema);
  const isName = unit.keywordLocation.includes('/propertyNames');
  const messages = isName
    ? [{ below: [], message: 'This name is not allowed.' }]
    : faultMessage(unit.keyword, owner, found, typeof path.at(-1) === 'number');
  const bound = typeof owner === 'object' ? owner[unit.keyword] : undefined;
  return messages.map(({ below, message }) => ({
    path: [...path, ...below],
    message,
    rule: unit.keyword === 'false' ? 'additionalProperties' : unit.keyword,
    bound,
  }));
}

/** The schema whose keyword is meant; the last step of the location is the keyword. */
function ownerOf(location: string, root: NormalSchema): NormalSchema {
  let current: unknown = root;
  for (const step of stepsOf(location).slice(0, -1)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return true;
    current = (current as Record<string, unknown>)[step];
  }
  return current as NormalSchema;
}

function stepsOf(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Indexes are numbers only where an array is, which the text of a location does not tell. */
function locate(location: string, root: PlainValue): { path: SchemaFault['path']; found: PlainValue | undefined } {
  const path: (string | number)[] = [];
  let found: PlainValue | undefined = root;
  for (const step of stepsOf(location)) {
    const key: string | number = Array.isArray(found) ? Number(step) : step;
    path.push(key);
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string | number, PlainValue>)[key]
        : undefined;
  }
  return { path, found };
}
