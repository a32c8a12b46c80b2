import { buttonClass } from '@/ui/button';

/** Leads from a 402 to where credits are bought; nothing where the server names no page. */
export function BuyCredits({ url, size = 'md' }: { url: string | null; size?: 'sm' | 'md' }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size })}>
      Buy credits
    </a>
  );
}
