import { isObject } from '@contract/json/json-values';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { FieldFiles } from '@/shared/fields/field-files';
import { numberOrText, readTyped, settleText, type TextKind, type TypedTexts } from '@/shared/fields/typed-text';
import { bodyFromText, bodyText, removeValue, setValue, valueAt, type Body } from '../../schema/body';
import { pathKey, isWithin, type Field, type FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import type { Attachment } from './attachment';
import { errorTable, withoutPlace, type ErrorTable } from './error-table';
import type { Validation } from '../../schema/validation/form-validator';

/** Form state in addition to the schema. Paths are keys created by `pathKey`. */
export interface FormState {
  body: Body;
  /** Text of the JSON view while it is invalid; `null` while text and fields match. */
  unread: UnreadText | null;
  /** Control text that differs from the value. The body keeps the last valid value. */
  typed: TypedTexts;
  /** Selected branch if the value does not determine it. */
  branches: Readonly<Record<string, number>>;
  /** Fields that the user has chosen to edit as JSON. */
  asJson: Readonly<Record<string, boolean>>;
  /** Collapsed or expanded state, where the user has changed it. */
  folds: Readonly<Record<string, boolean>>;
  /** Fields that have lost focus; their errors are shown from then on. */
  left: Readonly<Record<string, boolean>>;
  /** Whether Run was pressed; all errors are shown from then on. */
  isAttempted: boolean;
  /** Extent of the validation in the browser; the service validates everything. */
  extent: Validation['extent'];
  schemaErrors: ErrorTable;
  receivedErrors: ErrorTable;
  /** Details of attached files, by the value that represents them. */
  attachments: ReadonlyMap<string, Attachment>;
}

export interface UnreadText {
  text: string;
  message: string;
  offset: number;
}

/** A body while it is edited. The fields, the JSON view and the code view all show it. */
export class FormSession {
  readonly root: Field;
  readonly store: StoreApi<FormState>;
  /** Files that are being attached to media fields, by path key. */
  readonly files = new FieldFiles();

  /** @param text the initial body. @throws JsonSyntaxError if it is not JSON. */
  constructor(root: Field, text: string) {
    this.root = root;
    this.store = createStore(() => ({ ...FRESH, body: bodyFromText(text) }));
  }

  /** The body as it would be sent. */
  get text(): string {
    return bodyText(this.store.getState().body);
  }

  /** Replaces the whole edited body with that of an earlier run, an example or a link. */
  replace(text: string): void {
    const { extent } = this.store.getState();
    this.store.setState({ ...FRESH, extent, body: bodyFromText(text) });
  }

  set(path: FieldPath, value: JsonValue): void {
    this.change(path, (body) => setValue(body, path, value));
  }

  /** Replaces a value with another, unless it has changed in the meantime. */
  replaceValue(path: FieldPath, old: JsonValue, next: JsonValue): void {
    if (valueAt(this.store.getState().body, path) === old) this.set(path, next);
  }

  /** Removes the value at a path, so that nothing is sent. */
  remove(path: FieldPath): void {
    this.change(path, (body) => removeValue(body, path));
  }

  /** @param edit what it gives back differs at the path only. */
  change(path: FieldPath, edit: (body: Body) => Body): void {
    const { body, receivedErrors, typed } = this.store.getState();
    const next = edit(body);
    if (next === body) return;
    this.store.setState({
      body: next,
      unread: null,
      typed: withoutTextsAt(typed, path),
      receivedErrors: withoutPlace(receivedErrors, path),
    });
  }

  choose(path: FieldPath, branch: number, value: JsonValue): void {
    this.store.setState(({ branches }) => ({ branches: { ...branches, [pathKey(path)]: branch } }));
    this.set(path, value);
  }

  /** Switches to one of the alternative sets of an object. @param others paths that must not be sent with it */
  chooseSet(key: string, index: number, others: readonly FieldPath[]): void {
    this.store.setState(({ branches }) => ({ branches: { ...branches, [key]: index } }));
    for (const path of others) this.remove(path);
  }

  /** Replaces the body with one that was parsed from text. */
  take(body: Body): void {
    this.store.setState({ body, unread: null, typed: {}, branches: {}, receivedErrors: {} });
  }

  /** Keeps invalid text of the JSON view; nothing else changes. */
  setUnread(unread: UnreadText): void {
    this.store.setState({ unread });
  }

  /** Discards the invalid text in favor of the field values. */
  dropUnread(): void {
    this.store.setState({ unread: null });
  }

  /** Applies the text that the user typed into a field. */
  type({ path, required }: Field, kind: TextKind, text: string): void {
    const isProperty = typeof path.at(-1) === 'string';
    const read = readTyped(kind, text);
    let problem: string | null = null;
    // Clearing an optional text removes it; the field menu can send an empty text.
    if (text.trim() === '' && isProperty && !(kind === 'text' && (required || text !== ''))) this.remove(path);
    else if ('value' in read) this.set(path, read.value);
    else if (kind === 'json') ({ problem } = read);
    // Do not send the previous number instead.
    else this.set(path, numberOrText(text, kind === 'integer'));
    this.store.setState(({ body, typed }) => ({
      typed: { ...typed, [pathKey(path)]: { text, value: valueAt(body, path), problem } },
    }));
  }

  /** Called when the control of a field loses focus. */
  settle(path: FieldPath): void {
    this.store.setState(({ typed }) => ({ typed: settleText(typed, pathKey(path)) }));
  }

  setAsJson(path: FieldPath, isJson: boolean): void {
    this.store.setState(({ asJson, typed }) => ({
      asJson: { ...asJson, [pathKey(path)]: isJson },
      typed: withoutTextsAt(typed, path),
    }));
  }

  fold(key: string, isOpen: boolean): void {
    this.store.setState(({ folds }) => ({ folds: { ...folds, [key]: isOpen } }));
  }

  leave(path: FieldPath): void {
    const key = pathKey(path);
    if (this.store.getState().left[key]) return;
    this.store.setState(({ left }) => ({ left: { ...left, [key]: true } }));
  }

  /** Called when the user presses Run. */
  attempt(): void {
    this.store.setState({ isAttempted: true });
  }

  setSchemaErrors(errors: readonly FormError[], extent: FormState['extent'] = 'full'): void {
    this.store.setState(({ schemaErrors }) => ({ schemaErrors: errorTable(errors, schemaErrors), extent }));
  }

  setReceivedErrors(errors: readonly FormError[]): void {
    this.store.setState(({ receivedErrors }) => ({ receivedErrors: errorTable(errors, receivedErrors) }));
  }

  attach(value: string, attachment: Attachment): void {
    this.store.setState(({ attachments }) => ({ attachments: new Map(attachments).set(value, attachment) }));
  }
}

const FRESH: Omit<FormState, 'body'> = {
  unread: null,
  typed: {},
  branches: {},
  asJson: {},
  folds: {},
  left: {},
  isAttempted: false,
  extent: 'full',
  schemaErrors: {},
  receivedErrors: {},
  attachments: new Map(),
};

/** Removes typed texts at, above and below a path whose value was changed by other means. */
function withoutTextsAt(typed: TypedTexts, path: FieldPath): TypedTexts {
  const kept = Object.entries(typed).filter(([key]) => {
    // Keys are created by `pathKey`.
    const own = JSON.parse(key) as FieldPath;
    return !isWithin(own, path) && !isWithin(path, own);
  });
  return kept.length === Object.keys(typed).length ? typed : Object.fromEntries(kept);
}

interface Readiness {
  /** Reason why the body cannot be sent; `null` if it can be sent. */
  problem: string | null;
  /** Schema violations. The service makes the final decision, so the user can override them. */
  faults: number;
}

/** Returns whether the body on screen can be sent. */
export function readiness({ body, unread, typed, schemaErrors }: FormState): Readiness {
  const faults = Object.values(schemaErrors).reduce((sum, list) => sum + list.length, 0);
  if (unread) return { problem: t('The JSON cannot be read: {message}.', { message: unread.message }), faults };
  if (Object.values(typed).some(({ problem }) => problem !== null))
    return { problem: t('A field holds JSON that cannot be read.'), faults };
  return { problem: isObject(body.value) ? null : t('The input must be a JSON object.'), faults };
}
