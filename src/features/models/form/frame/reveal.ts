import { focusControl } from '@/shared/fields/focus-control';
import { pathKey, type FieldPath } from '../../schema/field';
import { groupKeysOf, moreKey } from './collapsible';
import type { FormSession } from '../state/form-session';

/** Long forms render in parts: the field may appear several frames later. */
const MAX_FRAMES = 120;

/** Expands the ancestors of a field, scrolls to it and focuses it; uses the nearest parent if the path has no field. */
export function reveal(session: FormSession, form: HTMLElement, path: FieldPath): void {
  unfoldTo(session, path);
  let frames = 0;
  const look = () => {
    const found = elementAt(form, path);
    if (found) focusControl(found);
    else if ((frames += 1) < MAX_FRAMES) requestAnimationFrame(look);
    else focusControl(nearest(form, path) ?? form);
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
