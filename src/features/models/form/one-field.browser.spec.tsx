import { Profiler } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LOCAL_SURFACE } from '@/api/surface';
import '@/testing/console-styles';
import { FormContext, NO_TARGET, type FieldViewProps } from './state/form-context';
import { FieldView } from './field-view';
import { FormSession } from './state/form-session';
import { FormView } from './schema-form';
import { objectField, textField } from './testing/make-field';

/** Counts the React renders of each field, by field name. */
function countedFields() {
  const drawn: Record<string, number> = {};
  function CountedField(props: FieldViewProps) {
    const { name } = props.field;
    return (
      <Profiler id={name} onRender={() => (drawn[name] = (drawn[name] ?? 0) + 1)}>
        <FieldView {...props} />
      </Profiler>
    );
  }
  return { drawn, CountedField };
}

it('renders one field per keystroke, out of five hundred', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `input_${index}`);
  const root = objectField(
    [],
    [...names.map((name) => textField([name])), objectField(['nested'], [textField(['nested', 'inner'])])],
  );
  const session = new FormSession(root, '{"input_1":"","nested":{"inner":""}}');
  const { drawn, CountedField } = countedFields();
  const parts = { session, surface: LOCAL_SURFACE, FieldView: CountedField, target: NO_TARGET };
  const screen = await render(
    <FormContext value={parts}>
      <FormView />
    </FormContext>,
  );
  const inner = screen.getByRole('textbox', { name: 'inner' });
  await inner.click();
  for (const name of Object.keys(drawn)) drawn[name] = 0;
  await userEvent.keyboard('abc');
  await expect.poll(() => session.text).toContain('"inner":"abc"');
  // React reports each ancestor of a render, so the object around the field counts too; none of the five hundred does.
  await expect.poll(() => drawn['inner']).toBe(3);
  expect(names.filter((name) => (drawn[name] ?? 0) > 0)).toEqual([]);
});
