import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { timeZoneSetting } from '@/lib/time-zone';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { readDay } from '@/lib/days';
import type { DateRange } from './date-range';

interface DateRangeDialogProps {
  range: DateRange;
  /** What is listed. */
  noun: 'jobs' | 'files' | 'batches';
  /** Which date counts, such as `By submission date`. */
  date: string;
  onChange: (change: DateRange) => void;
  onClose: () => void;
}

/** First and last day; either may be empty. */
export function DateRangeDialog({ range, noun, date, onChange, onClose }: DateRangeDialogProps) {
  const [from, setFrom] = useState(range.from ?? '');
  const [to, setTo] = useState(range.to ?? '');
  const zone = timeZoneSetting.get();
  const first = readDay(from, zone);
  const last = readDay(to, zone);
  const isTurned = first !== null && last !== null && first > last;
  const apply = () => {
    onChange({
      period: undefined,
      from: first === null ? undefined : from,
      to: last === null ? undefined : to,
    });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('Custom date range')}
      description={zone === 'utc' ? t('{date}, in UTC.', { date }) : `${date}.`}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            type="submit"
            form="date-range"
            disabledReason={
              isTurned
                ? t('End date is before start date.')
                : first === null && last === null
                  ? t('Choose at least one day.')
                  : null
            }
          >
            {noun === 'jobs' ? t('Show jobs') : noun === 'files' ? t('Show files') : t('Show batches')}
          </Button>
        </>
      }
    >
      <form
        id="date-range"
        className="grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTurned && (first !== null || last !== null)) apply();
        }}
      >
        <Field label={t('First day')}>
          {(control) => (
            <TextInput {...control} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          )}
        </Field>
        <Field label={t('Last day')} {...(isTurned ? { error: t('This is before the first day.') } : {})}>
          {(control) => (
            <TextInput {...control} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
