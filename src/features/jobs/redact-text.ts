/** Between a name and its value: `: `, `=`, in quotes, in the escaped quotes of JSON in JSON, in a pair of Python. */
const TO = String.raw`(?:\\?["'])?\s*(?:[:=]|,(?=\s*b?["']))\s*b?`;
/** A value in quotes up to their end; else what follows. */
const quotedOr = (rest: string) => String.raw`(?:(\\?["'])(?:(?!\2).)+|${rest})`;

const named = (name: string, rest: string) => new RegExp(`(\\b(?:${name})${TO})${quotedOr(rest)}`, 'gi');

const SECRET_NAMES = [
  String.raw`[\w-]{0,40}(?:api[-_]?|access[-_]?|secret[-_]?|private[-_]?|account[-_]?)key`,
  // Counted in texts by language models, and made by tokenizers.
  String.raw`[\w-]{0,40}token(?!s|i[sz])`,
  String.raw`[\w-]{0,40}(?:secret|passw(?:or)?d|passphrase)`,
  'pwd|session[-_]?id|x-goog-signature',
];

/** Tokens that are known by how they begin. Long enough, and in the form of their maker, so that names of files stay. */
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
  // With a digit: the folders of extensions begin in the same way.
  String.raw`comfy(?:ui)?[-_](?=[a-z]*\d)[a-z\d]{16,}`,
  String.raw`eyJ[\w-]{6,}(?:\.[\w-]*){2,4}`,
];

const REMOVED = '[removed]';

const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REMOVED],
  // A header's value goes on to the end of its line: schemes, commas and semicolons are parts of it.
  [named('(?:proxy-)?authorization', String.raw`[^\r\n]+`), `$1$2${REMOVED}`],
  [named('(?:set-)?cookie', String.raw`[^\s=;"']+=[^\r\n]+`), `$1$2${REMOVED}`],
  [named(`(?:${SECRET_NAMES.join('|')})[\\w-]{0,40}`, String.raw`[^\s"',;&)}\]]+`), `$1$2${REMOVED}`],
  [/\b(bearer\s+)(?!auth|credential)[\w.~+/=-]{8,}/gi, `$1${REMOVED}`],
  [/(?<=:\/\/)[^\s/?#"'<>]+@/g, `${REMOVED}@`],
  [new RegExp(`\\b(?:${TOKENS.join('|')})`, 'g'), REMOVED],
  // Signed addresses work for whoever has them.
  [/([?&;](?:sig|signature|key|key-pair-id|policy|expires|x-amz-[\w-]+|x-goog-[\w-]+)=)[^\s&"']+/gi, `$1${REMOVED}`],
];

/** Text that may be passed on: what looks like a credential is taken out, all else stays as it is. */
export function redactText(text: string): string {
  return SECRETS.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}
