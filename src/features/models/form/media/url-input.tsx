import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { TextInput } from '@/ui/input/text-input';

interface UrlInputProps {
  title: string;
  value: string;
  onUse: (url: string) => void;
}

/** Input for the URL of an external file. Accepts any scheme, since services have their own. */
export function UrlInput({ title, value, onUse }: UrlInputProps) {
  const [text, setText] = useState(value);
  const isUrl = /^[a-z][\w.+-]*:\S+$/i.test(text.trim());
  const use = () => {
    if (isUrl) onUse(text.trim());
  };
  return (
    <div className="flex gap-2">
      <TextInput
        type="url"
        aria-label={t('Address of {title}', { title })}
        placeholder="https://"
        spellCheck={false}
        ref={(input) => input?.focus()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          use();
        }}
      />
      <Button disabledReason={isUrl ? null : t('Enter a valid URL, e.g. https://example.com/a.png')} onClick={use}>
        {t('Use')}
      </Button>
    </div>
  );
}
