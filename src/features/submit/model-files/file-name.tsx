import { pickerFile } from './picker-rows';

/** The path of a file, whose folder is shortened first: names of variants differ at their end. */
export function FileName({ value }: { value: string }) {
  const { folder, name } = pickerFile(value);
  return (
    <span className="flex min-w-0" title={value}>
      {folder === '' ? null : (
        <>
          <span className="min-w-0 shrink-[9] truncate text-faint">{folder}</span>
          <span className="shrink-0 text-faint">/</span>
        </>
      )}
      <span className="min-w-0 truncate">{name}</span>
    </span>
  );
}
