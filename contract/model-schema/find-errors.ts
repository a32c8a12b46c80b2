import { plainMember, type PlainValue } from '../json/to-plain-value';
import { errorMessage } from './error-message';
import { ENGLISH_TEXTS, type ErrorTexts } from './error-texts';
import type { NormalSchema } from './normalize-schema';
import type { ReportedUnit, SchemaError } from './schema-error';
import { isFields } from '../typed-objects';

/** Limit on processed entries: more errors than a user can read. */
const MAX_UNITS = 5000;
const MAX_FAULTS = 200;

/** Keywords whose errors only say that something below them is invalid. */
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

/** Converts the validator's report, a dozen entries per mistake, to the errors that a user has to fix. */
export function findErrors(
  units: readonly ReportedUnit[],
  schema: NormalSchema,
  value: PlainValue,
  texts: ErrorTexts = ENGLISH_TEXTS,
): SchemaError[] {
  const reported = withoutOtherBranches(units.slice(0, MAX_UNITS)).filter(
    (unit) => !WRAPPERS.has(unit.keyword) && !isInsideNot(unit),
  );
  const found = new Map<string, SchemaError>();
  // If the type is wrong, other errors of the same value are noise.
  const ofWrongType = new Set(
    reported.filter(({ keyword }) => keyword === 'type').map((unit) => unit.instanceLocation),
  );
  for (const unit of reported) {
    if (found.size >= MAX_FAULTS) break;
    if (unit.keyword !== 'type' && ofWrongType.has(unit.instanceLocation)) continue;
    for (const error of errorsOf(unit, schema, value, texts))
      found.set(JSON.stringify([error.path, error.message]), error);
  }
  return [...found.values()];
}

/** Errors inside `contains` and `not` need no fix. */
const isInsideNot = (unit: ReportedUnit) => /\/(?:not|contains)\//.test(unit.keywordLocation);

/** For a union without a matching branch, keeps only the errors of the closest branch. */
function withoutOtherBranches(units: readonly ReportedUnit[]): ReportedUnit[] {
  let kept = [...units];
  const unions = units
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    // Innermost first, so that the remaining errors determine how close the outer ones are.
    .sort((left, right) => right.keywordLocation.length - left.keywordLocation.length);
  for (const union of unions) {
    if (!kept.includes(union)) continue;
    const branches = branchesOf(union, kept);
    const best = isMatchOfSeveral(union) || isAboutProperties(union, branches) ? null : nearest(union, branches);
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

/** True if several branches match: matching branches have no errors, and errors of the others are irrelevant. */
const isMatchOfSeveral = ({ keyword, error }: ReportedUnit) => keyword === 'oneOf' && !error.includes('(0 matches)');

/** True if the union only requires one of several members: that is one message about the object, not one per member. */
function isAboutProperties(union: ReportedUnit, branches: ReadonlyMap<number, readonly ReportedUnit[]>): boolean {
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
  // In that case no branch is close enough; only the accepted types are reported.
  return least < OF_ANOTHER_TYPE ? best : null;
}

/** Distance from which a branch has another type than the value. */
const OF_ANOTHER_TYPE = 1000;

/** A different type means a different shape, and so does a different discriminator value. */
function distanceOf({ keyword, instanceLocation }: ReportedUnit, union: ReportedUnit): number {
  if (WRAPPERS.has(keyword)) return 0;
  const below = instanceLocation.slice(union.instanceLocation.length).split('/').length - 1;
  if (keyword === 'type') return [OF_ANOTHER_TYPE, 50][below] ?? 10;
  if (keyword === 'enum' || keyword === 'const') return [100, 500][below] ?? 5;
  return keyword === 'required' ? 5 : 1;
}

function errorsOf(unit: ReportedUnit, schema: NormalSchema, value: PlainValue, texts: ErrorTexts): SchemaError[] {
  const { path, found } = locate(unit.instanceLocation, value);
  const owner = ownerOf(unit.keywordLocation, schema);
  const isName = unit.keywordLocation.includes('/propertyNames');
  const messages = isName
    ? [{ below: [], message: texts.nameNotAllowed() }]
    : errorMessage(unit.keyword, owner, found, typeof path.at(-1) === 'number', texts);
  const bound = typeof owner === 'object' ? owner[unit.keyword] : undefined;
  return messages.map(({ below, message }) => ({
    path: [...path, ...below],
    message,
    rule: unit.keyword === 'false' ? 'additionalProperties' : unit.keyword,
    bound,
  }));
}

/** Returns the schema that contains the violated keyword; the last step of the location is the keyword. */
function ownerOf(location: string, root: NormalSchema): NormalSchema {
  let current: unknown = root;
  for (const step of stepsOf(location).slice(0, -1)) {
    if (!isFields(current) || !Object.hasOwn(current, step)) return true;
    current = current[step];
  }
  // The parent of a keyword is a schema.
  return current as NormalSchema;
}

function stepsOf(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Locates a value. Steps are array indexes only inside arrays, which the text of a location does not show. */
function locate(location: string, root: PlainValue): { path: SchemaError['path']; found: PlainValue | undefined } {
  const path: (string | number)[] = [];
  let found: PlainValue | undefined = root;
  for (const step of stepsOf(location)) {
    path.push(Array.isArray(found) ? Number(step) : step);
    found = plainMember(found, step);
  }
  return { path, found };
}
