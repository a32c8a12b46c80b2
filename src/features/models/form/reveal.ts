import type { FieldPath } from '../schema/field';
import { pathKey } from '../schema/path';
import { groupKeysOf, moreKey } from './fold-keys';
import type { FormSession } from './form-session';

/** Long forms are drawn piece by piece: the field may come some frames later. */
const MAX_FRAMES = 120;

/** Unfolds what a field lies in, brings it into view and puts the focus into it; its nearest parent where it has no field. */
export function reveal(session: FormSession, form: HTMLElement, path: FieldPath): void {
  unfoldTo(session, path);
  let frames = 0;
  const look = () => {
    const found = elementAt(form, path);
    if (found) focusIn(found);
    else if ((frames += 1) < MAX_FRAMES) requestAnimationFrame(look);
    else focusIn(nearest(form, path) ?? form);
  };
  requestAnimationFrame(look);
}

function unfoldTo(session: FormSession, path: FieldPath): void {
  const parents = path.map((_step, depth) => path.slice(0, depth));
  const groups = Object.keys(session.store.getState().folds).filter((key) =>
    parents.some((parent) => key.startsWith(groupKeysOf(parent))),
  );
  for (const key of [...parents.flatMap((parent) => [pathKey(parent), moreKey(parent)]), ...groups]) {
    session.fold(key, true);
  }
}

function elementAt(form: HTMLElement, path: FieldPath): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathKey(path))}"]`);
}

function nearest(form: HTMLElement, path: FieldPath): HTMLElement | null {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const found = elementAt(form, path.slice(0, depth));
    if (found) return found;
  }
  return null;
}

function focusIn(container: HTMLElement): void {
  const control = container.querySelector<HTMLElement>(TYPED_INTO) ?? container.querySelector<HTMLElement>(PRESSED);
  container.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** The control of a field comes before what can be done with the field as a whole. */
const TYPED_INTO =
  'input:not([type=file], [type=range]), textarea, [role=switch], [role=combobox], [role=radio][tabindex="0"]';
const PRESSED = 'button, [tabindex]';
