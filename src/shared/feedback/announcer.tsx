import { useAnnouncement } from './announce';

/** The only live region of `announce`; it must be on the page before the first message. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
