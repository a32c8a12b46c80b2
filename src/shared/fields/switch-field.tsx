import type { ReactNode } from 'react';
import { Switch } from '@/ui/input/switch';
import { FieldFrame, type FrameProps } from './field-frame';

interface SwitchFieldProps {
  frame: FrameProps;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Meaning of the position, next to the switch. */
  word: ReactNode;
  /** The word describes a value that is not sent. */
  isFaint?: boolean;
  disabled?: boolean;
}

/** Switch with its state as text. */
export function SwitchField({ frame, isOn, onChange, word, isFaint = false, disabled = false }: SwitchFieldProps) {
  return (
    <FieldFrame frame={frame}>
      {(control) => (
        <div className="flex h-8 items-center gap-2.5">
          <Switch {...control} checked={isOn} disabled={disabled} onCheckedChange={onChange} />
          <span className={isFaint ? 'text-faint' : 'text-muted'}>{word}</span>
        </div>
      )}
    </FieldFrame>
  );
}
