import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';
import { t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { runAction } from '@/shared/feedback/action';

/** Sharable form values in the URL fragment, which browsers do not send to servers. */
const PREFIX = 'input=';

/** Longer texts are usually files, and many programs truncate URLs after a few thousand characters. */
const MAX_TEXT = 4000;
const MAX_ADDRESS = 30_000;

const SECRET_NAME = /(?:^|_|-)(?:api_?-?key|apikey|key|token|secret|password|authorization|credential)s?$/i;
const FILE_TEXT = /^(?:data:|blob:)/i;
const BASE64_TEXT = /^[A-Za-z0-9+/]{200,}={0,2}$/;

export interface SharedBody {
  /** Fragment with the leading `#`; `null` if it is too long. */
  fragment: string | null;
  /** Omitted values: files, secrets, and URLs that were signed for this browser. */
  omitted: readonly string[];
}

/** @throws JsonSyntaxError if the body is not JSON */
export function shareBody(bodyText: string): SharedBody {
  const skipped: string[] = [];
  const value = withoutPrivate(parseJson(bodyText), '', skipped) ?? {};
  const fragment = `#${PREFIX}${encodeURIComponent(stringifyJson(value))}`;
  return { fragment: fragment.length > MAX_ADDRESS ? null : fragment, omitted: skipped };
}

/** Copies a URL that opens this model with this input. */
export async function shareInput(bodyText: string): Promise<void> {
  const { fragment, omitted } = shareBody(bodyText);
  await runAction({
    async run() {
      if (fragment === null) throw new Error('Too long.');
      await copyText(`${location.origin}${location.pathname}${fragment}`, t('Link'));
    },
    done: () =>
      omitted.length === 0
        ? null
        : {
            tone: 'neutral',
            isOfPage: true,
            title: t('Files and secrets stay here'),
            description: t('Not in the link: {names}.', { names: [...new Set(omitted)].join(', ') }),
          },
    failed: () => ({
      tone: 'warn',
      isOfPage: true,
      title: t('This input is too long for a link'),
      description: t('Copy its JSON instead.'),
    }),
  });
}

/** `null` if the fragment contains no body. */
export function readSharedBody(hash: string): string | null {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith(PREFIX)) return null;
  try {
    const body = decodeURIComponent(text.slice(PREFIX.length));
    const value = parseJson(body);
    return isObject(value) ? body : null;
  } catch {
    return null;
  }
}

/** `undefined` if the value itself is private. */
function withoutPrivate(value: JsonValue, name: string, skipped: string[]): JsonValue | undefined {
  if (typeof value === 'string') {
    if (!SECRET_NAME.test(name) && !isPrivateText(value)) return value;
    skipped.push(name);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const kept = withoutPrivate(item, name, skipped);
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, property]) => {
    const part = withoutPrivate(property, key, skipped);
    return part === undefined ? [] : [[key, part] as const];
  });
  return Object.fromEntries(kept);
}

function isPrivateText(text: string): boolean {
  return text.length > MAX_TEXT || FILE_TEXT.test(text) || BASE64_TEXT.test(text) || isSignedUrl(text);
}

/** Signed URLs work without a credential for anyone who has them. */
function isSignedUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const names = [...new URL(text).searchParams.keys()].map((name) => name.toLowerCase());
  return names.some((name) => /^(?:sig|signature|token|expires|x-amz-signature|x-goog-signature)$/.test(name));
}
