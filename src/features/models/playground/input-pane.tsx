import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-input';
import type { ModelInput } from './use-model-input';

/** What is sent, as it is sent. */
export function InputPane({ input }: { input: ModelInput }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4 md:px-5">
      <Field label="Input" note="JSON" error={input.problem ?? undefined}>
        {(control) => (
          <TextArea
            {...control}
            spellCheck={false}
            className="max-h-none min-h-60 font-mono text-sm"
            value={input.text}
            onChange={(event) => input.setText(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
