import { useSetting } from '@/lib/settings/use-setting';
import { DEFAULT_PATTERN, PATTERN_TOKENS } from '@/shared/file-names/zip-names';
import { zipPatternSetting } from '@/shared/file-names/file-pattern';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';
import { labelOf, SettingRow } from './setting-row';

export function DownloadSettings() {
  const pattern = useSetting(zipPatternSetting);
  return (
    <>
      <SettingRow
        label={labelOf(zipPatternSetting)}
        hint="Used for zips and single downloads. In a zip, a slash makes folders."
      >
        {({ id, hintId }) => (
          <div className="flex w-full max-w-96 gap-2">
            <TextInput
              id={id}
              aria-describedby={hintId}
              value={pattern}
              placeholder={DEFAULT_PATTERN}
              spellCheck={false}
              className="font-mono text-sm"
              onChange={(event) => zipPatternSetting.set(event.target.value)}
            />
            <Button
              disabledReason={pattern === DEFAULT_PATTERN ? 'This is the default.' : null}
              onClick={() => zipPatternSetting.set(DEFAULT_PATTERN)}
            >
              Reset
            </Button>
          </div>
        )}
      </SettingRow>
      <dl aria-label="Placeholders in file names" className="grid gap-x-8 gap-y-1 pb-2 text-sm sm:grid-cols-2">
        {PATTERN_TOKENS.map(([token, meaning]) => (
          <div key={token} className="flex gap-3">
            <dt className="w-16 shrink-0 font-mono">{token}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
