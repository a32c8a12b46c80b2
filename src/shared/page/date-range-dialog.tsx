import { useState } from 'react';
import { timeZoneSetting } from '@/lib/time-zone';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { readDay } from '@/lib/days';
import type { DateRange } from './date-range';

interface DateRangeDialogProps {
  range: DateRange;
  /** Of what is listed, such as `jobs`. */
  noun: string;
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
      title="Custom date range"
      description={`${date}${zone === 'utc' ? ', in UTC' : ''}.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form="date-range"
            disabledReason={
              isTurned
                ? 'End date is before start date.'
                : first === null && last === null
                  ? 'Choose at least one day.'
                  : null
            }
          >
            Show {noun}
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
        <Field label="First day">
          {(control) => (
            <TextInput {...control} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          )}
        </Field>
        <Field label="Last day" {...(isTurned ? { error: 'This is before the first day.' } : {})}>
          {(control) => (
            <TextInput {...control} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
