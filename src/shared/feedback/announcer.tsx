import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce';

/** The only live region of `announce`; it must be on the page before the first message. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => onAnnouncement(setText), []);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
