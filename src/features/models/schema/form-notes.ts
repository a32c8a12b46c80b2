import type { JsonObject } from '@contract/json/lossless';
import type { FlatSchema } from '@contract/model-schema/flatten-schema';
import { breakCycles } from '@contract/model-schema/break-cycles';
import { normalSchema } from '@contract/model-schema/normalize-schema';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { t } from '@/lib/i18n/messages';
import { fieldsBelow, pathKey, type Field, type FieldPath } from './field';
import { compileForm, type FormWatch } from './model-form';
import { uncheckedRules } from './compile/unchecked-rules';
import { rulesWithoutControl } from './compile/union-branches';

/** Parts of a schema that the form omits or does not understand, for the developer view. */
export interface FormNote {
  readonly path: FieldPath;
  /** `unchecked`: a rule that only the service checks. `undrawn`: not shown in the form. */
  readonly kind: 'unchecked' | 'undrawn';
  readonly text: string;
}

const MAX_NOTES = 500;
const MAX_ASKED = 1000;

/**
 * Returns the notes from a separate form, not the one on screen: they are rarely needed and require a walk through all
 * fields. Of a recursive schema, only the beginning is visited.
 */
export function formNotes(documentText: string): readonly FormNote[] {
  const list = new NoteList();
  const open: Field[] = [compileForm(documentText, list).root];
  let requested = 0;
  for (const field of open) {
    if (requested === MAX_ASKED) break;
    requested += 1;
    for (const rule of uncheckedRules(field)) list.add(field.path, 'unchecked', rule);
    open.push(...fieldsBelow(field));
  }
  if (open.length > MAX_ASKED)
    list.add([], 'undrawn', t('Only the first {count} fields were looked at', { count: MAX_ASKED }));
  const cut = circlesOf(documentText);
  if (cut > 0)
    list.add(
      [],
      'unchecked',
      t('rules that lead back to themselves, at {count, plural, one {# place} other {# places}}', { count: cut }),
    );
  return list.notes;
}

/** Number of schema steps that the validator does not follow, since they would never end. */
function circlesOf(documentText: string): number {
  try {
    const { input, inputAuthored, resolve } = readModelDocument(documentText);
    return inputAuthored ? breakCycles(normalSchema(input ?? true, { resolve, patterns: false })) : 0;
  } catch {
    return 0;
  }
}

class NoteList implements FormWatch {
  readonly notes: FormNote[] = [];
  private readonly known = new Set<string>();
  /** A schema with several uses is only noted at the first one. */
  private readonly seen = new Set<JsonObject>();

  onField(path: FieldPath, flat: FlatSchema): void {
    for (const schema of flat.schemas) {
      if (this.seen.has(schema)) continue;
      this.seen.add(schema);
      for (const keyword of Object.keys(schema)) {
        if (CHECKED.has(keyword)) this.onNote(path, t('Checked, not drawn: {keyword}', { keyword }));
        else if (keyword.startsWith('x-')) {
          if (!KNOWN_EXTENSION.test(keyword))
            this.onNote(path, t('Ignored: {keyword}', { keyword: keyword.slice(0, 80) }));
        } else if (!KNOWN.has(keyword) && !KNOWN_EXTENSION.test(keyword)) {
          this.add(
            path,
            'unchecked',
            t('{keyword}: not a keyword that is known here', { keyword: keyword.slice(0, 80) }),
          );
        }
      }
    }
    for (const { keyword } of rulesWithoutControl(flat))
      this.onNote(path, t('Checked, not drawn: {keyword} of rules', { keyword }));
  }

  onNote(path: FieldPath, text: string): void {
    this.add(path, 'undrawn', text);
  }

  add(path: FieldPath, kind: FormNote['kind'], text: string): void {
    // Items differ only by their index, so one note covers them all.
    const place = path.map((step) => (typeof step === 'number' ? 0 : step));
    const key = `${pathKey(place)} ${text}`;
    if (this.known.has(key) || this.notes.length >= MAX_NOTES) return;
    this.known.add(key);
    this.notes.push({ path: place, kind, text });
  }
}

/** Shown in the form. */
const DRAWN = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'discriminator',
  'type',
  'nullable',
  'enum',
  'const',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'contentEncoding',
  'contentMediaType',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependencies',
  'items',
  'prefixItems',
  'additionalItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
];
/** Validated, but not shown. */
const CHECKED: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'dependentSchemas',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** Keywords that do not constrain a value. */
const SILENT = 'externalDocs xml $schema $id $comment $defs definitions $anchor $dynamicAnchor $vocabulary'.split(' ');
const KNOWN: ReadonlySet<string> = new Set([...DRAWN, ...SILENT]);
const KNOWN_EXTENSION =
  /^x-(?:.+-)?(?:group|section|category|(?:property-?)?order(?:-properties)?|enum-?(?:labels|names|varnames|descriptions))$|^(?:propertyOrder|enum-?(?:names|varnames|descriptions))$/i;
