import { buttonClass } from '@/ui/button';

/** Link to buy credits after a 402; renders nothing if the server gave no URL. */
export function BuyCredits({ url, size = 'md' }: { url: string | null; size?: 'sm' | 'md' }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size })}>
      Buy credits
    </a>
  );
}
