import { t } from '@/lib/i18n/messages';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';

interface NameFormProps {
  name: string;
  maxLength: number;
  /** Why it could not be saved. */
  problem: string | null;
  onName: (name: string) => void;
  onSubmit: () => void;
}

/** The only field of a dialog that names something. */
export function NameForm({ name, maxLength, problem, onName, onSubmit }: NameFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field label={t('Name')}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            value={name}
            maxLength={maxLength}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      {problem ? (
        <p role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
