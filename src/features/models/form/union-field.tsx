import type { JsonValue } from '@contract/json/lossless';
import { LazySelect } from '@/ui/lazy-select';
import { SegmentedControl } from '@/ui/segmented-control';
import { valueIn } from '../schema/body';
import type { Field, UnionField as UnionFieldModel } from '../schema/field';
import { fits } from '../schema/fits';
import { pathKey } from '../schema/path';
import { branchField, branchOf, defaultBranch, switchBranch } from '../schema/union';
import { FieldDescription } from './field-description';
import { GroupFrame } from './field-frame';
import { defaultNote, shownDefault } from './field-text';
import { useForm, useFormParts, type FieldViewProps } from './form-context';
import type { FormState } from './form-state';
import { JsonField } from './json-field';

const SINGLE: ReadonlySet<Field['kind']> = new Set(['text', 'number', 'boolean', 'enum', 'media']);
const MAX_SEGMENTS = 4;
const MAX_SEGMENTS_CHARACTERS = 36;

/** One of several shapes: which one, and its fields. */
export function UnionField(props: FieldViewProps<UnionFieldModel>) {
  const { field, isBare } = props;
  const { session, FieldView } = useFormParts();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const usual = isSent || shownDefault(props, undefined) === undefined ? null : defaultBranch(field);
  const chosen = useForm((state) => chosenBranch(state, field, usual));
  const options = field.branches.map(({ title }, index) => ({ value: String(index), label: title }));
  const choose = (index: string) => {
    const value = valueIn(session.store.getState().body.value, field.path);
    session.choose(field.path, Number(index), switchBranch(field, Number(index), value));
  };
  const length = options.reduce((sum, { label }) => sum + label.length, 0);
  const picker = {
    'aria-label': `Kind of ${field.title || 'input'}`,
    value: chosen < 0 || usual ? null : String(chosen),
    options,
    onValueChange: choose,
  };
  const shown = branchField(field, chosen);
  return (
    <GroupFrame
      field={field}
      isBare={isBare}
      isDefault={usual !== null && shown !== undefined}
      note={usual && !shown ? defaultNote(field.defaultValue ?? null) : undefined}
      hasFaultsInside={shown !== undefined}
    >
      <div className="flex min-w-0 flex-col gap-3">
        {options.length <= MAX_SEGMENTS && length <= MAX_SEGMENTS_CHARACTERS ? (
          <SegmentedControl {...picker} preset={usual && String(usual.index)} />
        ) : (
          <LazySelect
            {...picker}
            placeholder={usual ? (options[usual.index]?.label ?? '') : isSent ? 'none of the known kinds' : 'not sent'}
            className={usual ? 'data-placeholder:text-text!' : undefined}
          />
        )}
        {shown ? (
          <div className={shown.kind === 'object' ? 'flex flex-col gap-3 border-l-2 border-line pl-3' : 'contents'}>
            {shown.description && shown.description !== field.description ? (
              <div className="text-sm text-faint">
                <FieldDescription field={shown} />
              </div>
            ) : null}
            <FieldView key={chosen} field={shown} isBare showsDefault={!isBare} />
          </div>
        ) : isSent ? (
          <JsonField field={field} isBare />
        ) : null}
      </div>
    </GroupFrame>
  );
}

/**
 * The branch a person chose, for as long as the value could be of it; else the one that the value looks like. While
 * somebody types inside of it, the form does not jump to a branch that fits better.
 */
function chosenBranch(
  { body, branches }: FormState,
  field: UnionFieldModel,
  usual: ReturnType<typeof defaultBranch>,
): number {
  const value = valueIn(body.value, field.path);
  // A single control is there to be used; the fields of an object need the choice first, which sends their mark.
  if (value === undefined) {
    if (usual) return SINGLE.has(usual.field.kind) ? usual.index : -1;
    return SINGLE.has(field.branches[0]?.field().kind ?? 'object') ? 0 : -1;
  }
  const chosen = branches[pathKey(field.path)];
  const branch = chosen === undefined ? undefined : field.branches[chosen];
  return chosen !== undefined && branch && couldBe(branch.field().kind, value, () => fits(branch.field(), value))
    ? chosen
    : branchOf(field, value);
}

function couldBe(kind: string, value: JsonValue, isFit: () => boolean): boolean {
  // What is typed into a number is text until it is one.
  return (kind === 'number' && typeof value === 'string') || isFit();
}
