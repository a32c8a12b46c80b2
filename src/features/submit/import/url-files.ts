import { fetchUrl, FetchUrlFailure, type FetchedUrl } from '@/api/fetch-url';
import { extensionFor, fileNameOf } from '@/lib/files/file-type';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { fetchOwnUrl, nameOfDisposition, ownUrl } from '@/shared/drop/stored-file';
import { rawUrl } from './pasted-urls';
import { problemFinding, type ImportFinding, type ImportProblem } from './import-report';

/** As many as a page of links has at most before it is a mistake. */
export const MAX_URLS = 20;

export interface UrlFiles {
  files: File[];
  problems: ImportProblem[];
  /** What is only in the list of all files. */
  findings: ImportFinding[];
}

/** Fetches the files in the order of their URLs (decision 135). Rejects only if the signal aborts. */
export async function fetchUrls(urls: readonly string[], signal: AbortSignal): Promise<UrlFiles> {
  const fetched = await Promise.all(
    urls.slice(0, MAX_URLS).map((url) =>
      fetchFile(url, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        return problemOf(url, error);
      }),
    ),
  );
  // What this console sends is read to its end.
  signal.throwIfAborted();
  const problems = fetched.flatMap((each) => (each instanceof File ? [] : [each]));
  const findings = problems.map(problemFinding);
  const over = urls.length - MAX_URLS;
  if (over > 0) {
    const name = t('{count, plural, one {# more URL} other {# more URLs}}', { count: over });
    const detail = t('{count} URLs are opened at once. Paste the others by themselves.', { count: MAX_URLS });
    findings.push({ name, count: over, outcome: 'over_limit', found: t('Not read'), detail });
  }
  return { files: fetched.filter((each) => each instanceof File), problems, findings };
}

async function fetchFile(url: string, signal: AbortSignal): Promise<File> {
  const own = ownUrl(url);
  if (!own) return toFile(url, await fetchUrl(rawUrl(url), signal));
  const file = await fetchOwnUrl(own);
  if (!file) throw new FetchUrlFailure('web_page', { host: own.host });
  return file;
}

/** Types that say nothing about the file. */
const VAGUE = new Set(['application/octet-stream', 'binary/octet-stream', 'application/x-download']);
const MORE_EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
};

function toFile(url: string, { content, type: stated, disposition }: FetchedUrl): File {
  const type = VAGUE.has(stated) ? '' : stated;
  const name = fileNameOf({ name: nameOfDisposition(disposition ?? '') ?? lastSegment(url) });
  const extension = MORE_EXTENSIONS[type] ?? extensionFor(type);
  const hasExtension = /\.[a-z\d]{1,11}$/i.test(name);
  return new File([content], hasExtension || extension === undefined ? name : `${name}.${extension}`, { type });
}

function lastSegment(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const NAME_CHARS = 48;

function problemOf(url: string, error: unknown): ImportProblem {
  // Without the query, which may contain a signature.
  const shown = URL.canParse(url) ? `${new URL(url).host}/${lastSegment(url)}` : url;
  const name = middleEllipsis(shown, NAME_CHARS);
  if (error instanceof FetchUrlFailure) return { name, ...explain(error) };
  return { name, title: t('The file could not be read'), explanation: messageOf(error) };
}

/** What happened, and what to do about it. */
function explain({ problem, host, status, maxBytes }: FetchUrlFailure): Pick<ImportProblem, 'title' | 'explanation'> {
  const download = t('Download the file, then drop it here.');
  const retry = t('Try again later, or download the file, then drop it here.');
  switch (problem) {
    case 'invalid':
      return { title: t('This is not a valid URL'), explanation: t('Check it, then paste it again.') };
    case 'scheme':
      return { title: t('Only http and https URLs can be opened'), explanation: download };
    case 'password':
      return {
        title: t('The URL contains a user name or a password'),
        explanation: `${t('Flowdeck sends none.')} ${download}`,
      };
    case 'private':
      return {
        title: t('Not a public address'),
        explanation: `${t('{host} is in a private network. The gateway reads files from public addresses, and from the ComfyUI servers that it uses.', { host: host ?? '' })} ${download}`,
      };
    case 'this_gateway':
      return {
        title: t('The URL leads back to this gateway'),
        explanation: t('Open the console at that URL, or download the file, then drop it here.'),
      };
    case 'name':
      return {
        title: t('Host not found'),
        explanation: t(
          'There is no {host}, or the gateway has no internet connection. Check the URL, then paste it again.',
          {
            host: host ?? '',
          },
        ),
      };
    case 'unreachable':
      return {
        title: t('The site could not be reached'),
        explanation: t('It refused or closed the connection. Check the URL, or try again later.'),
      };
    case 'tls':
      return {
        title: t('The certificate of the site is not valid'),
        explanation: `${t('The connection would not be safe.')} ${download}`,
      };
    case 'timeout':
      return { title: t('The site did not respond in time'), explanation: retry };
    case 'redirects':
      return {
        title: t('Too many redirects'),
        explanation: t('The site may require a sign-in. Download the file in your browser, then drop it here.'),
      };
    case 'web_page':
      return {
        title: t('This URL is a web page, not a file'),
        explanation: t(
          'Open it, and copy the address of the image or of the JSON file. If it asks you to sign in, download the file, then drop it here.',
        ),
      };
    case 'too_large':
      return {
        title: t('File too large'),
        explanation: t('It has more than {size}, the upload limit of this gateway.', {
          size: formatBytes(maxBytes ?? 0),
        }),
      };
    case 'not_readable':
      return {
        title: t('This site does not let other pages read its files'),
        explanation: `${t('Or it could not be reached.')} ${download}`,
      };
    case 'broken':
      return {
        title: t('The transfer was interrupted'),
        explanation: `${t('The connection was lost, or the file is too large.')} ${retry}`,
      };
    case 'status':
      return explainStatus(status ?? 0, retry);
  }
}

function explainStatus(status: number, retry: string): Pick<ImportProblem, 'title' | 'explanation'> {
  if (status === 404 || status === 410) {
    return {
      title: t('The site has no file at this URL'),
      explanation: t('It responded with {status}. Check the URL; the link may also have expired.', { status }),
    };
  }
  if (status === 401 || status === 403) {
    return {
      title: t('The site does not allow access to this file'),
      explanation: t(
        'It responded with {status}. It may require a sign-in, which only your browser has: download the file there, then drop it here.',
        { status },
      ),
    };
  }
  return { title: t('The site responded with {status}', { status }), explanation: retry };
}
