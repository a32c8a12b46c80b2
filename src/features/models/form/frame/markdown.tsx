import ReactMarkdown, { type Components } from 'react-markdown';

/**
 * Renders untrusted Markdown. HTML is removed, images are named instead of loaded (loading would reveal the user to
 * their host), and only web URLs become links.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-1.5 wrap-anywhere [&_li]:ml-4 [&_li]:list-disc [&_ol>li]:list-decimal">
      <ReactMarkdown skipHtml urlTransform={webUrl} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

export function webUrl(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '';
}

const PARTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span>{alt}</span>,
  code: ({ children }) => <code className="rounded bg-hover px-1 font-mono text-xs">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto whitespace-pre-wrap">{children}</pre>,
  // Headings of a description must not appear in the page outline.
  h1: Strong,
  h2: Strong,
  h3: Strong,
  h4: Strong,
  h5: Strong,
  h6: Strong,
};

function Strong({ children }: { children?: React.ReactNode }) {
  return <p className="font-semibold text-muted">{children}</p>;
}
