/** Between a name and its value: `: `, `=`, in quotes, in the escaped quotes of nested JSON, in a Python tuple. */
const TO = String.raw`(?:\\?["'])?\s*(?:[:=]|,(?=\s*b?["']))\s*b?`;
/** A quoted value up to its closing quote; otherwise the unquoted text that follows. */
const quotedOr = (rest: string) => String.raw`(?:(\\?["'])(?:(?!\2).)+|${rest})`;

const named = (name: string, rest: string) => new RegExp(`(\\b(?:${name})${TO})${quotedOr(rest)}`, 'gi');

const SECRET_NAMES = [
  String.raw`[\w-]{0,40}(?:api[-_]?|access[-_]?|secret[-_]?|private[-_]?|account[-_]?)key`,
  // Language models count tokens in texts, and tokenizers produce them.
  String.raw`[\w-]{0,40}token(?!s|i[sz])`,
  String.raw`[\w-]{0,40}(?:secret|passw(?:or)?d|passphrase)`,
  'pwd|session[-_]?id|x-goog-signature',
];

/** Tokens with a known prefix. Their length and format must match, so that file names are unaffected. */
const TOKENS = [
  String.raw`hf_[A-Za-z\d]{16,}`,
  String.raw`(?:AKIA|ASIA)[A-Z\d]{16}`,
  String.raw`gh[opsur]_[A-Za-z\d]{16,}`,
  String.raw`github_pat_\w{16,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`xox[a-z]-[\w-]{10,}`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`r8_[A-Za-z\d]{16,}`,
  String.raw`(?:sk|pk|rk)-(?=[\w-]*\d)[\w-]{16,}`,
  String.raw`(?:sk|pk|rk)_(?:live|test)_\w{12,}`,
  // With a digit, since folder names of extensions have the same prefix.
  String.raw`comfy(?:ui)?[-_](?=[a-z]*\d)[a-z\d]{16,}`,
  String.raw`eyJ[\w-]{6,}(?:\.[\w-]*){2,4}`,
];

const REMOVED = '[removed]';

const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REMOVED],
  // A header value extends to the end of its line, including schemes, commas and semicolons.
  [named('(?:proxy-)?authorization', String.raw`[^\r\n]+`), `$1$2${REMOVED}`],
  [named('(?:set-)?cookie', String.raw`[^\s=;"']+=[^\r\n]+`), `$1$2${REMOVED}`],
  [named(`(?:${SECRET_NAMES.join('|')})[\\w-]{0,40}`, String.raw`[^\s"',;&)}\]]+`), `$1$2${REMOVED}`],
  [/\b(bearer\s+)(?!auth|credential)[\w.~+/=-]{8,}/gi, `$1${REMOVED}`],
  [/(?<=:\/\/)[^\s/?#"'<>]+@/g, `${REMOVED}@`],
  [new RegExp(`\\b(?:${TOKENS.join('|')})`, 'g'), REMOVED],
  // Signed URLs give access to anyone who has them.
  [/([?&;](?:sig|signature|key|key-pair-id|policy|expires|x-amz-[\w-]+|x-goog-[\w-]+)=)[^\s&"']+/gi, `$1${REMOVED}`],
];

/** Returns text that is safe to share: removes whatever looks like a credential, and keeps the rest unchanged. */
export function redactText(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}
