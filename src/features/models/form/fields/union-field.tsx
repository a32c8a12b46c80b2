import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { GroupFrame } from '@/shared/fields/field-frame';
import { LazySelect } from '@/ui/input/lazy-select';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { valueIn } from '../../schema/body';
import { pathKey, type Field, type UnionField as UnionFieldModel } from '../../schema/field';
import { fits } from '../../schema/fits';
import { branchField, branchOf, defaultBranch, switchBranch } from '../../schema/compile/union';
import { FieldDescription } from '../frame/field-description';
import { useFrame } from '../frame/field-frame';
import { defaultNote, shownDefault } from '../frame/field-text';
import { useForm, useFormParts, type FieldViewProps } from '../state/form-context';
import type { FormState } from '../state/form-session';
import { JsonField } from './typed-fields';

const SINGLE: ReadonlySet<Field['kind']> = new Set(['text', 'number', 'boolean', 'enum', 'media']);
const MAX_SEGMENTS = 4;
const MAX_SEGMENTS_CHARACTERS = 36;

/** One of several shapes: a picker, and the fields of the selected shape. */
export function UnionField(props: FieldViewProps<UnionFieldModel>) {
  const { field, isBare } = props;
  const { session, FieldView } = useFormParts();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const typical = isSent || shownDefault(props, undefined) === undefined ? null : defaultBranch(field);
  const chosen = useForm((state) => chosenBranch(state, field, typical));
  const options = field.branches.map(({ title }, index) => ({ value: String(index), label: title }));
  const choose = (index: string) => {
    const value = valueIn(session.store.getState().body.value, field.path);
    session.choose(field.path, Number(index), switchBranch(field, Number(index), value));
  };
  const length = options.reduce((sum, { label }) => sum + label.length, 0);
  const picker = {
    'aria-label': field.title ? t('Kind of {title}', { title: field.title }) : t('Kind of input'),
    value: chosen < 0 || typical ? null : String(chosen),
    options,
    onValueChange: choose,
  };
  const shown = branchField(field, chosen);
  const frame = useFrame(props, {
    isDefault: typical !== null && shown !== undefined,
    note: typical && !shown ? defaultNote(field.defaultValue ?? null) : undefined,
    hasErrorsInside: shown !== undefined,
    isGroup: true,
  });
  return (
    <GroupFrame frame={frame} isLong>
      <div className="flex min-w-0 flex-col gap-3">
        {options.length <= MAX_SEGMENTS && length <= MAX_SEGMENTS_CHARACTERS ? (
          <SegmentedControl {...picker} preset={typical && String(typical.index)} />
        ) : (
          <LazySelect
            {...picker}
            placeholder={
              typical ? (options[typical.index]?.label ?? '') : isSent ? t('none of the known kinds') : t('not sent')
            }
            className={typical ? 'data-placeholder:text-text!' : undefined}
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
 * Returns the branch that the user selected if the value still fits it, otherwise the branch that matches the value.
 * The form does not switch branches while the user types in one.
 */
function chosenBranch(
  { body, branches }: FormState,
  field: UnionFieldModel,
  typical: ReturnType<typeof defaultBranch>,
): number {
  const value = valueIn(body.value, field.path);
  // A single control is shown at once; the fields of an object only after a selection, which sets the discriminator.
  if (value === undefined) {
    if (typical) return SINGLE.has(typical.field.kind) ? typical.index : -1;
    return SINGLE.has(field.branches[0]?.field().kind ?? 'object') ? 0 : -1;
  }
  const chosen = branches[pathKey(field.path)];
  const branch = chosen === undefined ? undefined : field.branches[chosen];
  return chosen !== undefined && branch && couldBe(branch.field().kind, value, () => fits(branch.field(), value))
    ? chosen
    : branchOf(field, value);
}

function couldBe(kind: string, value: JsonValue, isFit: () => boolean): boolean {
  // An incomplete number is stored as text.
  return (kind === 'number' && typeof value === 'string') || isFit();
}
