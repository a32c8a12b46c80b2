import { stringifyJson } from '@contract/json/lossless';
import { Differences, JsonText, type DifferenceRow } from '@/shared/compare/difference-table';
import { pathText } from '@/shared/json-tree/json-path';
import { MAX_DIFFERENCES, type JsonDifference } from './json-diff';

interface RunDifferencesProps {
  title: string;
  /** One column per run. */
  columns: readonly { id: string; letter: string; label: string }[];
  /** `undefined` while loading, `null` if there is nothing to compare. */
  found: readonly JsonDifference[] | null | undefined;
  /** Text to show if nothing can be compared. */
  none: string;
}

/** Differences between the JSON documents of several runs. */
export function RunDifferences({ title, columns, found, none }: RunDifferencesProps) {
  return (
    <Differences
      title={title}
      place="Path"
      columns={columns}
      rows={found && found.map(rowOf)}
      noun="difference"
      most={MAX_DIFFERENCES}
      same="the same"
      problem={none}
    />
  );
}

function rowOf({ path, values }: JsonDifference): DifferenceRow {
  const text = pathText(path);
  return {
    key: text,
    name: text || 'root',
    label: text || 'root',
    values: values.map((value) => ({
      shown: <JsonText value={value} />,
      copied: value === undefined ? null : typeof value === 'string' ? value : stringifyJson(value),
    })),
  };
}
