import { ShieldQuestionMark } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import type { FormProblem } from '@/shared/fields/problem';
import { ProblemSummary } from '@/shared/fields/problem-summary';
import type { FieldPath } from '../../schema/field';
import type { FormError } from '../../schema/form-error';
import { useForm } from '../state/form-context';
import { errorText } from './field-errors';
import { shownErrors } from '../state/error-table';

interface SchemaProblem extends FormProblem {
  path: FieldPath;
}

/** All errors of the body, and what this browser does not check. */
export function ErrorNotice({ onGo }: { onGo: (path: FieldPath) => unknown }) {
  const receivedErrors = useForm((state) => state.receivedErrors);
  const schemaErrors = useForm((state) => state.schemaErrors);
  const isAttempted = useForm((state) => state.isAttempted);
  const isUnchecked = useForm(({ extent }) => extent !== 'full');
  const problems = shownErrors({ receivedErrors, schemaErrors, isAttempted }).map(toProblem);
  return (
    <ProblemSummary problems={problems} onGo={({ path }) => onGo(path)}>
      {isUnchecked ? <ExtentNotice /> : null}
    </ProblemSummary>
  );
}

function toProblem(error: FormError): SchemaProblem {
  const message = errorText(error, []);
  return { key: `${error.source} ${error.rule} ${message}`, message, severity: 'error', path: error.path };
}

/** Shows which parts of the schema this browser does not validate, and why. Does not prevent sending. */
function ExtentNotice() {
  const extent = useForm((state) => state.extent);
  return (
    <p className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <ShieldQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0" />
      {extent === 'without-patterns'
        ? t('Patterns in this schema are too slow to check here and are validated by the provider only.')
        : t('This schema is too large, too deep or too slow to check here: the input is checked by the provider only.')}
    </p>
  );
}
