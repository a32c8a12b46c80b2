import { isFields } from '@contract/typed-objects';
import type { Logger } from '../../log';
import { StoredKey, type StoredKeys } from '../../router/providers/http/provider-keys';
import { openPrivateFile, type CheckedValue, type PrivateFile } from './private-file';

const NAME = 'provider-keys.json';

/** Opens the keys of model providers that were entered in the console. */
export function openProviderKeysFile(folder: string, log: Logger): PrivateFile<StoredKeys> {
  return openPrivateFile(folder, NAME, {
    what: 'The list of provider keys',
    secrets: 'the keys of your model providers',
    empty: {},
    check: checkKeys,
    log,
  });
}

/** Returns every valid key, even if others are invalid. */
function checkKeys(value: unknown, file: string): CheckedValue<StoredKeys> {
  if (!isFields(value) || Array.isArray(value)) {
    return { value: {}, problem: `The file ${file} has no list of provider keys` };
  }
  const entries = Object.entries(value);
  const valid = entries.flatMap(([id, entry]) => {
    const { success, data } = StoredKey.safeParse(entry);
    return success ? [[id, data] as const] : [];
  });
  const left = entries.length - valid.length;
  return {
    value: Object.fromEntries(valid),
    problem:
      left === 0 ? null : `Invalid entries in the list of provider keys ${file}: ${left} of ${entries.length} not used`,
  };
}
