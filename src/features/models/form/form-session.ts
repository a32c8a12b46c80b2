import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import { bodyFromText, bodyText, removeValue, setValue, valueAt, type Body } from '../schema/body';
import type { Field, FieldPath } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { pathKey } from '../schema/path';
import type { Attachment } from './attachment';
import { errorTable, withoutPlace } from './error-table';
import type { FormState, UnreadText } from './form-state';

/** One body while it is edited: the fields, the JSON view and the code view all show this. */
export class FormSession {
  readonly root: Field;
  readonly store: StoreApi<FormState>;

  /** @param text the body that it begins with. @throws JsonSyntaxError where that is no JSON. */
  constructor(root: Field, text: string) {
    this.root = root;
    this.store = createStore(() => ({ ...FRESH, body: bodyFromText(text) }));
  }

  /** The body as it would be sent. */
  get text(): string {
    return bodyText(this.store.getState().body);
  }

  /** Another body in the place of all that was edited: an earlier run, an example, a link. */
  replace(text: string): void {
    const { extent } = this.store.getState();
    this.store.setState({ ...FRESH, extent, body: bodyFromText(text) });
  }

  set(path: FieldPath, value: JsonValue): void {
    this.change(path, (body) => setValue(body, path, value));
  }

  /** Puts a value in the place of another, unless that has changed in the meantime. */
  replaceValue(path: FieldPath, old: JsonValue, next: JsonValue): void {
    if (valueAt(this.store.getState().body, path) === old) this.set(path, next);
  }

  /** Sends nothing there. */
  remove(path: FieldPath): void {
    this.change(path, (body) => removeValue(body, path));
  }

  /** @param edit what it gives back differs at the path only. */
  change(path: FieldPath, edit: (body: Body) => Body): void {
    const { body, serverFaults } = this.store.getState();
    const next = edit(body);
    if (next === body) return;
    this.store.setState({ body: next, unread: null, serverFaults: withoutPlace(serverFaults, path) });
  }

  choose(path: FieldPath, branch: number, value: JsonValue): void {
    this.store.setState(({ branches }) => ({ branches: { ...branches, [pathKey(path)]: branch } }));
    this.set(path, value);
  }

  /** Goes over to one of the sets that an object offers. @param others what must not be sent along with it. */
  chooseSet(key: string, index: number, others: readonly FieldPath[]): void {
    this.store.setState(({ branches }) => ({ branches: { ...branches, [key]: index } }));
    for (const path of others) this.remove(path);
  }

  /** A body that was read from text, in the place of the one before. */
  take(body: Body): void {
    this.store.setState({ body, unread: null, unreadFields: {}, branches: {}, serverFaults: {} });
  }

  /** Text of the JSON view that cannot be read stays there, and changes nothing else. */
  setUnread(unread: UnreadText): void {
    this.store.setState({ unread });
  }

  /** Gives the text that cannot be read up for what the fields hold. */
  dropUnread(): void {
    this.store.setState({ unread: null });
  }

  /** @param why null once the text of the field can be read. */
  setUnreadField(path: FieldPath, why: string | null): void {
    this.store.setState(({ unreadFields }) => {
      const { [pathKey(path)]: _old, ...rest } = unreadFields;
      return { unreadFields: why === null ? rest : { ...rest, [pathKey(path)]: why } };
    });
  }

  setAsJson(path: FieldPath, isJson: boolean): void {
    this.store.setState(({ asJson }) => ({ asJson: { ...asJson, [pathKey(path)]: isJson } }));
  }

  fold(key: string, isOpen: boolean): void {
    this.store.setState(({ folds }) => ({ folds: { ...folds, [key]: isOpen } }));
  }

  leave(path: FieldPath): void {
    const key = pathKey(path);
    if (this.store.getState().left[key]) return;
    this.store.setState(({ left }) => ({ left: { ...left, [key]: true } }));
  }

  /** Run was pressed. */
  attempt(): void {
    this.store.setState({ isAttempted: true });
  }

  setSchemaFaults(faults: readonly FormFault[], extent: FormState['extent'] = 'full'): void {
    this.store.setState(({ schemaFaults }) => ({ schemaFaults: errorTable(faults, schemaFaults), extent }));
  }

  setServerFaults(faults: readonly FormFault[]): void {
    this.store.setState(({ serverFaults }) => ({ serverFaults: errorTable(faults, serverFaults) }));
  }

  attach(value: string, attachment: Attachment): void {
    this.store.setState(({ attachments }) => ({ attachments: new Map(attachments).set(value, attachment) }));
  }
}

const FRESH: Omit<FormState, 'body'> = {
  unread: null,
  unreadFields: {},
  branches: {},
  asJson: {},
  folds: {},
  left: {},
  isAttempted: false,
  extent: 'full',
  schemaFaults: {},
  serverFaults: {},
  attachments: new Map(),
};
