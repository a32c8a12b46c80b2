import { RelayFailure } from '../console/relay/relay-fetch';
import { refusalOf, type Refusal } from '../router/hosting/guarded-agent';
import { systemErrorCode } from '../startup-problem';

const NO_TLS = 'does not speak TLS at this port. Check whether the URL begins with http or https';
const TLS_MESSAGES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  CERT_NOT_YET_VALID: 'has a TLS certificate that is not valid yet. Check the clock of this computer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed TLS certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a TLS certificate of an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a TLS certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'has a TLS certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a TLS certificate of an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate for another host name',
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_HTTP_REQUEST: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};
const TLS_CODE = /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** By the place that the configured URL leads to, and a redirect leads to. */
const REFUSALS: Readonly<Record<Refusal, [configured: string, redirected: string]>> = {
  private: ['is in a private network', 'redirects to another host in a private network, which is not followed'],
  link_local: [
    'has a link-local address (169.254.… or fe80:…), which the gateway never connects to. Use its other address',
    'redirects to a link-local address, which is never followed',
  ],
  this_gateway: [
    'leads back to this gateway. Check the host name and the port of the base URL',
    'redirects to this gateway, which is never followed',
  ],
};

/** Converts a network error into a failure for the user. The original message is not included: it may contain request data. */
export function findRelayFailure(cause: unknown, { isRedirect }: { isRedirect: boolean }): RelayFailure {
  const failure = (kind: RelayFailure['kind'], message: string) => new RelayFailure(kind, message, { cause });
  if (cause instanceof RelayFailure) return cause;
  const refused = refusalOf(cause);
  if (refused) {
    const [configured, redirected] = REFUSALS[refused.refusal];
    return isRedirect ? failure('private_network', redirected) : failure('blocked', configured);
  }
  const code = systemErrorCode(cause);
  const tls = TLS_MESSAGES[code];
  if (tls !== undefined) return failure('tls', tls);
  if (TLS_CODE.test(code)) return failure('tls', `has a TLS problem (${code})`);
  const isParserError = cause instanceof Error && cause.name === 'HTTPParserError';
  if (isParserError || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return failure('invalid_response', 'sent a response that is not valid HTTP');
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return failure('name', 'has a host name that was not found. Check the URL and the network');
    case 'ECONNREFUSED':
      return failure('refused', 'refused the connection. Check whether the server runs and the port is right');
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return failure('timeout', 'did not accept the connection in time');
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('timeout', 'did not respond in time');
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('invalid_response', 'sent a response whose headers are too large');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return failure('unreachable', 'is not reachable from this network');
    default:
      return failure('unreachable', 'closed the connection before it responded');
  }
}

/** Returns true if the connection ended without a byte of a response. */
export function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(systemErrorCode(error));
}
