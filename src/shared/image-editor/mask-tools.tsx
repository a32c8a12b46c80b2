import { Contrast, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { Select } from '@/ui/input/select';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { Slider } from '@/ui/input/slider';
import type { ImageDocument } from './image-document';
import { PixelField } from './crop-tools';
import type { MaskOutput } from './pixels/pack-mask';

export interface BrushSettings {
  tool: 'brush' | 'eraser';
  /** Diameter, in pixels of the image. */
  size: number;
  hardness: number;
  opacity: number;
}

interface MaskToolsProps {
  /** How the mask is used. */
  children: ReactNode;
  document: ImageDocument;
  settings: BrushSettings;
  largest: number;
  onChange: (settings: BrushSettings) => void;
}

export function MaskTools({ document, settings, largest, onChange, children }: MaskToolsProps) {
  const change = (patch: Partial<BrushSettings>) => onChange({ ...settings, ...patch });
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        aria-label={t('Tool')}
        value={settings.tool}
        options={[
          { value: 'brush', label: t('Brush') },
          { value: 'eraser', label: t('Eraser') },
        ]}
        onValueChange={(tool) => change({ tool: tool === 'eraser' ? 'eraser' : 'brush' })}
      />
      <div className="flex items-end gap-2">
        <div className="w-20 shrink-0">
          <PixelField
            label={t('Size')}
            value={settings.size}
            onChange={(size) => change({ size: Math.max(1, Math.min(largest, size)) })}
          />
        </div>
        <Slider
          aria-label={t('Size, slider')}
          className="w-0 flex-1"
          min={1}
          max={largest}
          value={settings.size}
          onChange={(event) => change({ size: Number(event.target.value) })}
        />
      </div>
      <PercentField
        label={t('Hardness')}
        value={settings.hardness}
        min={0}
        onChange={(hardness) => change({ hardness })}
      />
      <PercentField label={t('Opacity')} value={settings.opacity} min={1} onChange={(opacity) => change({ opacity })} />
      <div className="grid grid-cols-2 gap-2">
        <Button aria-label={t('Invert the mask')} onClick={() => document.invertMask()}>
          <Contrast aria-hidden /> {t('Invert')}
        </Button>
        <Button aria-label={t('Clear the mask')} onClick={() => document.clearMask()}>
          <Trash2 aria-hidden /> {t('Clear')}
        </Button>
      </div>
      {children}
      <p className="text-sm text-faint">
        {t('Press [ or ] to change the size, and E to switch between brush and eraser.')}
      </p>
    </div>
  );
}

/** For `LoadImage`, and for `LoadImageMask` with its channel `alpha`. */
export function TransparencyNote() {
  return (
    <p className="text-sm text-faint">
      {t(
        'Nodes read the mask from the transparency of the image; the colors under it stay. LoadImageMask reads it with the channel “alpha”.',
      )}
    </p>
  );
}

const OUTPUTS: readonly { value: MaskOutput; label: Message }[] = [
  { value: 'white', label: msg('White on black') },
  { value: 'black', label: msg('Black on white') },
  { value: 'transparent', label: msg('Transparent, in the image') },
];

/** Models differ in what they expect. */
export function OutputField({ output, onChange }: { output: MaskOutput; onChange: (output: MaskOutput) => void }) {
  return (
    <Field label={t('Painted area becomes')}>
      {(control) => (
        <Select
          {...control}
          value={output}
          options={OUTPUTS.map(({ value, label }) => ({ value, label: t(label) }))}
          onValueChange={(value) => {
            const chosen = OUTPUTS.find((option) => option.value === value);
            if (chosen) onChange(chosen.value);
          }}
        />
      )}
    </Field>
  );
}

function PercentField({
  label,
  value,
  min,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} note={`${value} %`}>
      {(control) => (
        <Slider
          {...control}
          min={min}
          max={100}
          value={value}
          aria-valuetext={`${value} %`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
