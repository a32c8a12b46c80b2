import { isObject } from '@contract/json/json-values';
import { each, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { andList } from '@/lib/i18n/word-lists';

/**
 * Returns hints for rules that involve several properties. All of them are validated; simple ones are also shown in
 * advance: `not: {required: [a, b]}`, lists of these, and `dependentRequired`.
 */
export function propertyHints(flat: FlatSchema): Map<string, string[]> {
  const hints = new Map<string, string[]>();
  const add = (name: string, text: string) => hints.set(name, [...(hints.get(name) ?? []), text]);
  for (const names of rejectedTogether(flat)) {
    for (const name of names) {
      const others = names.filter((other) => other !== name);
      if (others.length > 0) add(name, t('Not together with {names}.', { names: andList(others) }));
    }
  }
  for (const [name, needs] of dependencies(flat)) add(name, t('Needs {names} as well.', { names: andList(needs) }));
  return hints;
}

/** Returns the properties that the schema always rejects. */
export function rejectedNames(flat: FlatSchema): Set<string> {
  return new Set(rejectedTogether(flat).flatMap((names) => (names.length === 1 ? names : [])));
}

function rejectedTogether(flat: FlatSchema): string[][] {
  return each(flat, 'not').flatMap((rule) => {
    const single = onlyRequired(rule);
    if (single) return [single];
    const list = isObject(rule) && Object.keys(rule).length === 1 ? rule['anyOf'] : undefined;
    const sets = Array.isArray(list) ? list.map(onlyRequired) : [];
    return sets.every((names) => names !== null) ? sets : [];
  });
}

/** Returns the names in a schema that only consists of `required`. */
export function onlyRequired(schema: JsonValue): string[] | null {
  if (!isObject(schema)) return null;
  const said = Object.keys(schema).filter((keyword) => keyword !== 'title' && keyword !== 'description');
  const names = schema['required'];
  const isBare = said.every((keyword) => keyword === 'required' || (keyword === 'type' && schema['type'] === 'object'));
  return isBare && Array.isArray(names) ? names.map(String) : null;
}

function dependencies(flat: FlatSchema): [string, string[]][] {
  return [...each(flat, 'dependentRequired'), ...each(flat, 'dependencies')]
    .filter(isObject)
    .flatMap((rules: JsonObject) => Object.entries(rules))
    .flatMap(([name, needs]): [string, string[]][] => (Array.isArray(needs) ? [[name, needs.map(String)]] : []));
}
